import type { Policy } from "@baton/core";
import { parseFieldPattern } from "@baton/core/internal";
import { patternLists } from "./pattern-lists";

/** Real policies have three or four. */
const MAX_PLACES = 32;
/**
 * Limit of steps in all patterns: each may be a node of some hundred bytes. A thousand rules of a hundred
 * fields have two hundred thousand.
 */
const MAX_STEPS = 300_000;

/**
 * Returns true if fields can be checked against a policy in acceptable time and memory. A path is at several
 * positions of a list at once if keys and `*` alternate in its patterns, and each step checks all of them:
 * 65,536 for sixteen such steps.
 */
export function isCheckable(policy: Policy): boolean {
  const lists = patternLists(policy);
  const steps = lists.flat().reduce((sum, pattern) => sum + 1 + (pattern.match(/[.[]/g)?.length ?? 0), 0);
  return steps <= MAX_STEPS && lists.every((list) => countPlaces(list) <= MAX_PLACES);
}

/**
 * Returns the maximum number of simultaneous positions of a path: one if the same steps are `*` and all
 * others are its keys.
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
