import type { FieldChange, PolicyDiff } from "@baton/core/policy";

/** Maximum pairs, fields per pair, and rules to return; `baton policy diff` prints all. */
const [MOST_PAIRS, MOST_FIELDS, MOST_RULES] = [500, 100, 1_000];
/** Letters of a field, and of a place of it. */
const MAX_LETTERS = 300;

/**
 * Returns the difference up to the limits, starting with the pairs for which most newly
 * passes, and the numbers of omitted items.
 */
export function toDiffDto({ pairs, rules, ...diff }: PolicyDiff) {
  const sorted = pairs.toSorted((a, b) => b.newlyLetThrough.length - a.newlyLetThrough.length);
  return {
    diff: {
      ...diff,
      rules: rules.slice(0, MOST_RULES),
      pairs: sorted.slice(0, MOST_PAIRS).map((pair) => ({
        ...pair,
        newlyLetThrough: toFieldDtos(pair.newlyLetThrough),
        newlyBlocked: toFieldDtos(pair.newlyBlocked),
      })),
    },
    leftOut: {
      pairs: Math.max(pairs.length - MOST_PAIRS, 0),
      rules: Math.max(rules.length - MOST_RULES, 0),
      fields: sorted
        .slice(0, MOST_PAIRS)
        .flatMap(({ newlyLetThrough, newlyBlocked }) => [newlyLetThrough.length, newlyBlocked.length])
        .reduce((sum, count) => sum + Math.max(count - MOST_FIELDS, 0), 0),
    },
  };
}

function toFieldDtos(changes: readonly FieldChange[]): FieldChange[] {
  return changes.slice(0, MOST_FIELDS).map(({ field, paths }) => ({
    field: field.slice(0, MAX_LETTERS),
    paths: paths.slice(0, 1).map((path) => path.slice(0, MAX_LETTERS)),
  }));
}
