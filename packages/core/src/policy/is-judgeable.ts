import { parseFieldPattern } from "../scoping/field-pattern";
import { patternLists } from "./pattern-lists";
import type { Policy } from "./policy";

/** Policies that people write have three or four. */
const MAX_PLACES = 32;
/**
 * Steps of all patterns: each may be a node of some hundred bytes. A thousand rules of
 * a hundred fields have two hundred thousand.
 */
const MAX_STEPS = 300_000;

/**
 * Whether fields can be held against a policy in a bearable time. A path stands at several places of a list
 * at once where keys and `*` take turns in its patterns, and each step looks at all of them: of sixteen steps
 * that are either, at 65,536. And in a bearable size.
 */
export function isJudgeable(policy: Policy): boolean {
  const lists = patternLists(policy);
  const steps = lists.flat().reduce((sum, pattern) => sum + 1 + (pattern.match(/[.[]/g)?.length ?? 0), 0);
  return steps <= MAX_STEPS && lists.every((list) => countPlaces(list) <= MAX_PLACES);
}

/**
 * At how many places a path may stand at once, at most: where the same steps are
 * `*` and all others are its keys, there is one.
 */
function countPlaces(patterns: readonly string[]): number {
  const wildcards = new Set<string>();
  for (const pattern of patterns) {
    if (!pattern.includes("*")) continue;
    const parsed = parseFieldPattern(pattern);
    if (!parsed.ok) continue;
    wildcards.add(parsed.segments.flatMap(({ key }, index) => (key === null ? [index] : [])).join());
  }
  return wildcards.size + 1;
}
