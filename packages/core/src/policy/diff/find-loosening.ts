import { groupBy } from "../../group-by";
import { parseFieldPattern } from "../../scoping/field-pattern";
import { shorten } from "../../shorten";
import { ANY_AGENT } from "../default-names";
import { coversBlock, leadsInto, readBlockedFields } from "../field-coverage";
import type { HandoffMode } from "../handoff-mode";
import {
  createPolicyIndex,
  type IndexedRule,
  indexedRules,
  matchRule,
  type PolicyIndex,
  type RuleMatch,
  type SenderRules,
} from "../match-rule";
import type { ConversationTranslation, Policy } from "../policy";
import { describeContentRule, findLostContentRule } from "./diff-content-rules";

/** Maximum comparisons of agent pairs and patterns; takes about half a second. */
const MAX_LOOKS = 1_000_000;
const TOO_LARGE = "the policies are too large for a proof";

/** Remaining steps. */
interface Allowance {
  looks: number;
}

const MODE_RANKS: Record<HandoffMode, number> = { minimal: 0, scoped: 1, full: 2 };

/**
 * Looks for a way in which a policy could pass something that another does not: for any two agents, any
 * context, now or later. If it finds none, the new policy is verified to be stricter-only. If it finds one,
 * it can be wrong: it compares patterns one by one without combining them, and stops at policies that would
 * take seconds.
 *
 * @param now milliseconds since 1970.
 * @returns the first way as a sentence for users; null if there is none.
 */
export function findLoosening(before: Policy, after: Policy, now: number): string | null {
  return findPolicyLoosening(before, after) ?? findPairLoosening(before, after, now);
}

function findPolicyLoosening(before: Policy, after: Policy): string | null {
  if (before.blocked_in_text && !after.blocked_in_text)
    return "blocked fields are no longer redacted within texts";
  const lost = findLostContentRule(before, after);
  if (lost) return `the content rule \`${lost.rule_id}\` no longer ${describeContentRule(lost)}`;
  const isAdvisory = after.enforcement_level === "advisory";
  if (isAdvisory && before.enforcement_level === "strict") return "enforcement becomes advisory";
  // Advisory enforcement falls back to the identifiers if scoping itself fails.
  const identifier = isAdvisory ? findNewIdentifier(before, after) : undefined;
  return identifier === undefined ? null : `the input's \`${identifier}\` becomes an identifier`;
}

function findPairLoosening(before: Policy, after: Policy, now: number): string | null {
  const [oldIndex, newIndex] = [createPolicyIndex(before), createPolicyIndex(after)];
  const known = new Set<string>();
  const allowance: Allowance = { looks: MAX_LOOKS };
  const indices = [oldIndex, newIndex];
  const changes = groupBy(
    indices
      .flatMap(indexedRules)
      .filter(({ expiresAt }) => expiresAt > now && expiresAt !== Number.POSITIVE_INFINITY),
    ({ expiresAt }) => expiresAt,
  );
  for (const [time, expiring] of [[now, null] as const, ...changes]) {
    for (const [from, to] of expiring ? pairsOf(expiring, indices) : distinctPairs(indices)) {
      allowance.looks -= 1;
      if (allowance.looks < 0) return TOO_LARGE;
      const old = matchRule(oldIndex, from, to, { now: time });
      const renewed = matchRule(newIndex, from, to, { now: time });
      const key = `${old.position} ${renewed.position}`;
      if (known.has(key)) continue;
      known.add(key);
      const loosening = compareTerms(
        { policy: before, match: old },
        { policy: after, match: renewed },
        allowance,
      );
      if (allowance.looks < 0) return TOO_LARGE;
      if (loosening !== null) return `${nameAgent(from)} → ${nameAgent(to)}: ${loosening}`;
    }
  }
  return null;
}

/** Yields every agent pair that some rule treats differently; `*` is an agent without a rule. */
function* distinctPairs(indices: readonly PolicyIndex[]): Generator<[from: string, to: string]> {
  for (const from of sendersOf(indices)) yield* pairsFrom(from, indices);
}

function* pairsFrom(from: string, indices: readonly PolicyIndex[]): Generator<[from: string, to: string]> {
  const receiversOf = (pick: (index: PolicyIndex) => SenderRules | undefined) =>
    indices.flatMap((index) => [...(pick(index)?.byReceiver.keys() ?? [])]);
  const own = receiversOf(({ bySender }) => bySender.get(from));
  for (const to of new Set([...own, ...receiversOf(({ fromAny }) => fromAny), ANY_AGENT])) yield [from, to];
}

/** Yields the pairs named by rules: when these expire, nothing changes for others. */
function* pairsOf(
  rules: readonly IndexedRule[],
  indices: readonly PolicyIndex[],
): Generator<[from: string, to: string]> {
  for (const { rule } of rules) {
    const { from_agent_id: from, to_agent_id: to } = rule;
    if (from === ANY_AGENT && to === ANY_AGENT) yield* distinctPairs(indices);
    else if (from === ANY_AGENT) for (const sender of sendersOf(indices)) yield [sender, to];
    else if (to === ANY_AGENT) yield* pairsFrom(from, indices);
    else yield [from, to];
  }
}

function sendersOf(indices: readonly PolicyIndex[]): Set<string> {
  return new Set([...indices.flatMap(({ bySender }) => [...bySender.keys()]), ANY_AGENT]);
}

interface Terms {
  readonly policy: Policy;
  readonly match: RuleMatch;
}

/**
 * Compares what may pass of an agent's output under the new terms only, including blocks of others' outputs.
 * Inherited blocks need no extra step: an output of X loses what the pair X → receiver blocks, and that pair
 * is compared separately.
 */
function compareTerms(before: Terms, after: Terms, allowance: Allowance): string | null {
  const [old, renewed] = [before.match, after.match];
  if (MODE_RANKS[renewed.mode] > MODE_RANKS[old.mode]) return `mode ${old.mode} becomes ${renewed.mode}`;

  const unblocked = findUnblocked(blocksOf(before), blocksOf(after), allowance);
  if (unblocked !== undefined) return `\`${shorten(unblocked)}\` is no longer blocked`;

  if (renewed.mode === "minimal") {
    const identifier = old.mode === "minimal" ? findNewIdentifier(before.policy, after.policy) : undefined;
    return identifier === undefined ? null : `the input's \`${identifier}\` becomes an identifier`;
  }
  if (old.mode === "scoped") {
    const added = findNewField(
      old.rule?.allowed_context_fields,
      renewed.rule?.allowed_context_fields,
      allowance,
    );
    if (added !== null) return `${added} is allowed`;
  }
  return compareTranslations(translationOf(before), translationOf(after), allowance);
}

/** Returns an old blocked pattern that no new one covers. A pattern in both lists needs no parsing. */
function findUnblocked(
  before: readonly string[],
  after: readonly string[],
  allowance: Allowance,
): string | undefined {
  const kept = new Set(after);
  const lost = before.filter((pattern) => !kept.has(pattern));
  allowance.looks -= before.length + after.length;
  if (lost.length === 0) return undefined;
  const weight = weigh(after);
  allowance.looks -= weigh(lost) + weight;
  if (allowance.looks < 0) return lost[0];
  const blocks = readBlockedFields(after);
  return readBlockedFields(lost).find((field) => {
    allowance.looks -= weight;
    return allowance.looks < 0 || !blocks.some((block) => coversBlock(block, field));
  })?.pattern;
}

/** Returns the number of steps to parse patterns, or to compare a pattern with all of them. */
function weigh(patterns: readonly string[]): number {
  return patterns.reduce((sum, { length }) => sum + 1 + (length >> 4), 0);
}

function compareTranslations(
  before: ConversationTranslation | null,
  after: ConversationTranslation | null,
  allowance: Allowance,
): string | null {
  if (!before) return null;
  const extracted = listOf(before.extract_fields);
  const added = findNewField(extracted, listOf(after?.extract_fields), allowance);
  if (added !== null) return `${added} is no longer left out by extraction`;
  const isShortened = after?.summarize && after.max_summary_tokens <= before.max_summary_tokens;
  return before.summarize && !isShortened ? "texts are no longer summarised as short" : null;
}

/**
 * Returns an entry of the new list that the old one does not cover, as text; an absent list covers, and
 * names, everything.
 */
function findNewField(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
  allowance: Allowance,
): string | null {
  if (before === undefined) return null;
  if (after === undefined) return "every field";
  const known = new Set(before);
  const others = after.filter((field) => !known.has(field));
  allowance.looks -= before.length + after.length;
  if (others.length === 0) return null;
  const weight = weigh(before);
  allowance.looks -= weight + weigh(others);
  if (allowance.looks < 0) return TOO_LARGE;
  const wider = before.map((field) => parseFieldPattern(field));
  const added = others.find((field) => {
    allowance.looks -= weight;
    if (allowance.looks < 0) return true;
    const target = parseFieldPattern(field);
    return !wider.some((path) => path.ok && target.ok && leadsInto(path.segments, target.segments));
  });
  return added === undefined ? null : `\`${shorten(added)}\``;
}

function findNewIdentifier(before: Policy, after: Policy): string | undefined {
  const known = new Set(before.minimal_input_fields);
  return after.minimal_input_fields.find((field) => !known.has(field));
}

function blocksOf({ policy, match }: Terms): string[] {
  return [...policy.blocked_context_fields, ...(match.rule?.blocked_context_fields ?? [])];
}

function translationOf({ policy, match }: Terms): ConversationTranslation | null {
  const translation = match.rule?.conversation_translation;
  return policy.enable_conversation_translation && translation?.enabled ? translation : null;
}

/** An empty list of fields to extract extracts nothing, so it counts as absent. */
function listOf(fields: readonly string[] | undefined): readonly string[] | undefined {
  return fields && fields.length > 0 ? fields : undefined;
}

function nameAgent(agent: string): string {
  return agent === ANY_AGENT ? "any other agent" : agent;
}
