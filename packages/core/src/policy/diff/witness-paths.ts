import { escapeKey, parseFieldPattern } from "../../scoping/field-pattern";
import { normalizeKey } from "../../scoping/fold";
import { ANY_AGENT } from "../default-names";
import { type BlockedField, foldSegments, leadsInto, readBlockedFields, takes } from "../field-coverage";
import { isAgentRoot, readOutlinePath } from "../outline-path";
import type { HandoffRule, Policy } from "../policy";

/** A place in a context where policies can differ, as an outline path, and the field it represents. */
export interface Witness {
  /** The pattern that names it, otherwise the path, otherwise a description. */
  readonly field: string;
  readonly path: string;
}

/** Descriptions of fields that no pattern names. */
export const OTHER_FIELDS = {
  ofSender: "every other field",
  ofOthers: "the outputs of other agents",
  observations: "the observations",
  input: "the original input",
} as const;

/** A key that no pattern names; it represents all such keys. */
const OTHER_KEY = escapeKey("any other field");

/**
 * Returns places that show the differences between policies for an agent pair: one for each pattern, one that
 * no pattern names for each part of a context, and the leaves seen so far.
 *
 * @param scopes each policy with its rule; null without one.
 * @param seenPaths outline paths of the pair's handoffs.
 */
export function findWitnesses(
  from: string,
  scopes: readonly { policy: Policy; rule: HandoffRule | null }[],
  seenPaths: readonly string[],
): Witness[] {
  const blocked = scopes.flatMap(({ policy, rule }) => [
    ...policy.blocked_context_fields,
    ...(rule?.blocked_context_fields ?? []),
  ]);
  const named = scopes.flatMap(({ rule }) => [
    ...(rule?.allowed_context_fields ?? []),
    ...(rule?.conversation_translation?.extract_fields ?? []),
  ]);
  const identifiers = scopes.flatMap(({ policy }) => policy.minimal_input_fields);
  const tops = [escapeKey(from), escapeKey(ANY_AGENT), "observations[]", "original_input"];
  const [sender = "", other = "", observation = "", input = ""] = tops;
  const blocks = readBlockedFields(blocked);
  const witnesses = [
    ...blocked.flatMap((field) => tops.map((top) => ({ field, path: `${top}.${examplePath(field)}` }))),
    ...named.map((field) => ({ field, path: `${sender}.${examplePath(field)}` })),
    ...identifiers.map((key) => ({
      field: `original_input.${escapeKey(key)}`,
      path: `${input}.${escapeKey(key)}`,
    })),
    { field: OTHER_FIELDS.ofSender, path: `${sender}.${OTHER_KEY}` },
    { field: OTHER_FIELDS.ofOthers, path: `${other}.${OTHER_KEY}` },
    { field: OTHER_FIELDS.observations, path: `${observation}.${OTHER_KEY}` },
    { field: OTHER_FIELDS.input, path: `${input}.${OTHER_KEY}` },
    ...seenPaths.map((path) => ({ field: nameSeenPath(path, from, { blocked: blocks, named }), path })),
  ];
  return [...new Map(witnesses.toReversed().map((witness) => [witness.path, witness])).values()].reverse();
}

/** Returns an example of a pattern's paths: its own text with an arbitrary key for each `*`. */
function examplePath(pattern: string): string {
  const parsed = parseFieldPattern(pattern);
  if (!parsed.ok) return OTHER_KEY;
  return parsed.segments
    .map(({ key, arrays }) => (key === null ? OTHER_KEY : escapeKey(key)) + "[]".repeat(arrays))
    .join(".");
}

function nameSeenPath(
  path: string,
  from: string,
  patterns: { blocked: readonly BlockedField[]; named: readonly string[] },
): string {
  const { root, steps } = readOutlinePath(path);
  const folded = foldSegments(steps);
  const block = patterns.blocked.find((blocked) => takes(blocked, folded));
  if (block) return block.pattern;
  if (!isAgentRoot(root.key)) return path;
  if (root.key !== from) return OTHER_FIELDS.ofOthers;
  const target = steps.map(({ key, arrays }) => ({ key: normalizeKey(key), arrays }));
  const name = patterns.named.find((pattern) => {
    const parsed = parseFieldPattern(pattern);
    return parsed.ok && leadsInto(parsed.segments, target);
  });
  if (name !== undefined) return name;
  const own = steps.map(({ key, arrays }) => escapeKey(key) + "[]".repeat(arrays)).join(".");
  return own === "" ? "the whole output" : own;
}
