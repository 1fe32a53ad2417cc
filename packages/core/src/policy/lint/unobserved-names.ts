import type { Finding } from "../../finding";
import { type FieldSegment, parseFieldPattern } from "../../scoping/field-pattern";
import { normalizeKey } from "../../scoping/fold";
import { ANY_AGENT } from "../default-names";
import { foldSegments, leadsInto, readBlockedFields, takes } from "../field-coverage";
import { isAgentRoot, readOutlinePath } from "../outline-path";
import type { HandoffRule } from "../policy";
import { type LintContext, placeOf, warn } from "./lint-context";

/** `unseen_agent`: a rule names an agent without handoffs. */
export function lintUnseenAgents(context: LintContext): Finding[] {
  const { seenAgents } = context;
  if (!seenAgents) return [];
  return context.policy.agent_handoff_rules.flatMap((rule, position) =>
    (["from_agent_id", "to_agent_id"] as const)
      .filter((side) => rule[side] !== ANY_AGENT && !seenAgents.has(rule[side]))
      .map((side) =>
        warn(context, placeOf(position, side), {
          code: "unseen_agent",
          message: `no handoffs with \`${rule[side]}\` so far`,
          hint: "Check the spelling of the agent. IDs must match exactly.",
        }),
      ),
  );
}

/** `unseen_field`: a pattern that matches no observed field. */
export function lintUnseenFields(context: LintContext): Finding[] {
  if (!context.seenFields) return [];
  const seen = readObservedFields(context.seenFields);
  const report = (pattern: string, place: readonly (string | number)[]) =>
    warn(context, place, {
      code: "unseen_field",
      message: `no handoff so far contains \`${pattern}\``,
      hint: "Check the spelling of the field. No change is needed if the pattern is a precaution.",
    });
  const unseenBlocks = (patterns: readonly string[], place: readonly (string | number)[]) =>
    patterns.flatMap((pattern, index) =>
      isBlockSeen(pattern, seen) ? [] : report(pattern, [...place, "blocked_context_fields", index]),
    );

  const ofRules = context.policy.agent_handoff_rules.flatMap((rule, position) => {
    const unseenNames = (patterns: readonly string[] | undefined, ...list: string[]) =>
      (patterns ?? []).flatMap((pattern, index) =>
        isFieldSeen(pattern, rule, seen) ? [] : report(pattern, placeOf(position, ...list, index)),
      );
    const { allowed_context_fields, conversation_translation } = rule;
    return [
      ...unseenNames(allowed_context_fields, "allowed_context_fields"),
      ...unseenNames(conversation_translation?.extract_fields, "conversation_translation", "extract_fields"),
      ...unseenBlocks(rule.blocked_context_fields, placeOf(position)),
    ];
  });
  return [...unseenBlocks(context.policy.blocked_context_fields, []), ...ofRules];
}

interface ObservedField {
  readonly agent: string | null;
  readonly steps: readonly FieldSegment[];
  readonly folded: readonly FieldSegment[];
}

interface ObservedFields {
  readonly all: readonly ObservedField[];
  /** Fields by their first key below the top, because most patterns can only match a few of them. */
  readonly byFirstKey: ReadonlyMap<string | null, readonly ObservedField[]>;
  readonly foldedNames: ReadonlySet<string | null>;
}

function readObservedFields(seenFields: readonly string[]): ObservedFields {
  const all = seenFields.map((text) => {
    const { root, steps } = readOutlinePath(text);
    return {
      agent: isAgentRoot(root.key) ? root.key : null,
      steps: steps.map(({ key, arrays }) => ({ key: normalizeKey(key), arrays })),
      folded: foldSegments(steps),
    };
  });
  const byFirstKey = new Map<string | null, ObservedField[]>();
  for (const field of all) {
    const key = field.steps[0]?.key ?? null;
    const alike = byFirstKey.get(key);
    if (alike) alike.push(field);
    else byFirstKey.set(key, [field]);
  }
  return {
    all,
    byFirstKey,
    foldedNames: new Set(all.flatMap(({ folded }) => folded.map(({ key }) => key))),
  };
}

/** Allowed and extracted patterns are paths from the top of the sender's output. */
function isFieldSeen(pattern: string, rule: HandoffRule, seen: ObservedFields): boolean {
  const parsed = parseFieldPattern(pattern);
  if (!parsed.ok) return false;
  const isOfSender = (agent: string | null) =>
    agent !== null && (rule.from_agent_id === ANY_AGENT || rule.from_agent_id === agent);
  const firstKey = parsed.segments[0]?.key ?? null;
  const candidates = firstKey === null ? seen.all : (seen.byFirstKey.get(firstKey) ?? []);
  return candidates.some(({ agent, steps }) => isOfSender(agent) && leadsInto(parsed.segments, steps));
}

function isBlockSeen(pattern: string, seen: ObservedFields): boolean {
  return readBlockedFields([pattern]).some((block) =>
    block.name === null
      ? seen.all.some(({ folded }) => takes(block, folded))
      : seen.foldedNames.has(block.name),
  );
}
