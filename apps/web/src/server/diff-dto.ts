import type { FieldChange, PolicyDiff } from "@baton/core/policy";
import { LIST_LIMIT } from "./keep-first";

/** Letters of a field and of its path: a pattern may have thousands, in each of the pairs. */
const MAX_LETTERS = 300;

/**
 * Returns the difference up to the limit of lists (`baton policy diff` prints all), starting with the pairs for which most newly
 * passes, and the numbers of omitted items.
 */
export function toDiffDto({ pairs, rules, ...diff }: PolicyDiff) {
  const sorted = pairs.toSorted((a, b) => b.newlyLetThrough.length - a.newlyLetThrough.length);
  return {
    diff: {
      ...diff,
      rules: rules.slice(0, LIST_LIMIT),
      pairs: sorted.slice(0, LIST_LIMIT).map((pair) => ({
        ...pair,
        newlyLetThrough: toFieldDtos(pair.newlyLetThrough),
        newlyBlocked: toFieldDtos(pair.newlyBlocked),
      })),
    },
    leftOut: {
      pairs: Math.max(pairs.length - LIST_LIMIT, 0),
      rules: Math.max(rules.length - LIST_LIMIT, 0),
      fields: sorted
        .slice(0, LIST_LIMIT)
        .flatMap(({ newlyLetThrough, newlyBlocked }) => [newlyLetThrough.length, newlyBlocked.length])
        .reduce((sum, count) => sum + Math.max(count - LIST_LIMIT, 0), 0),
    },
  };
}

function toFieldDtos(changes: readonly FieldChange[]): FieldChange[] {
  return changes.slice(0, LIST_LIMIT).map(({ field, paths }) => ({
    field: field.slice(0, MAX_LETTERS),
    paths: paths.slice(0, 1).map((path) => path.slice(0, MAX_LETTERS)),
  }));
}
