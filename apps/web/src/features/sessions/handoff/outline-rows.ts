import type { OutlineEntry } from "@baton/core";
import { escapeKey, groupBy } from "@baton/core/internal";
import { type Outcome, outcomeOf } from "./outcomes";

/**
 * A row of the field table: one leaf, or several leaves of a part with the same outcome. Sizes are in tokens.
 */
export interface OutlineRow {
  key: string;
  path: string;
  /** Number of leaves in the row. */
  leafCount: number;
  /** True if the row combines all leaves of its part, not only the unlisted ones. */
  isWhole: boolean;
  outcome: Outcome;
  before: number;
  after: number;
  /** A leaf that all others of the row share their outcome with. */
  reasonOf: string;
}

/** Maximum leaves of a part with the same outcome that are listed one by one. */
const FEW = 2;

/**
 * Lists the outcomes of the fields. The sender's own output comes first, leaf by leaf, since rules select
 * from it; in every other part, leaves with the same outcome share a row.
 *
 * @param single paths to list leaf by leaf in any case.
 */
export function toOutlineRows(
  entries: readonly OutlineEntry[],
  fromAgent: string,
  single: ReadonlySet<string> = new Set(),
): OutlineRow[] {
  const parts = groupBy(entries, (entry) => partOf(entry.path));
  const sender = escapeKey(fromAgent);
  const own = parts.get(sender) ?? [];
  parts.delete(sender);
  return [...own.map(toRow), ...[...parts].flatMap(([part, leaves]) => gather(part, leaves, single))];
}

/** Returns one row per leaf. */
export function toLeafRows(entries: readonly OutlineEntry[]): OutlineRow[] {
  return entries.map(toRow);
}

function gather(part: string, leaves: readonly OutlineEntry[], single: ReadonlySet<string>): OutlineRow[] {
  const listed = leaves.filter(({ path }) => single.has(path));
  const groups = groupBy(
    leaves.filter(({ path }) => !single.has(path)),
    outcomeOf,
  );
  const gathered = [...groups].flatMap(([outcome, group]) => {
    const isWhole = groups.size === 1 && listed.length === 0;
    if (group.length <= FEW && !isWhole) return group.map(toRow);
    return [
      {
        key: `${part}:${outcome}`,
        path: part,
        leafCount: group.length,
        isWhole,
        outcome,
        before: sum(group.map((leaf) => leaf.tokens)),
        after: sum(group.map((leaf) => leaf.after ?? leaf.tokens)),
        reasonOf: group[0]?.path ?? part,
      },
    ];
  });
  return [...listed.map(toRow), ...gathered];
}

function toRow(entry: OutlineEntry): OutlineRow {
  return {
    key: entry.path,
    path: entry.path,
    leafCount: 1,
    isWhole: false,
    outcome: outcomeOf(entry),
    before: entry.tokens,
    after: entry.after ?? entry.tokens,
    reasonOf: entry.path,
  };
}

/**
 * Returns the first name of a path: an agent, `observations`, `original_input`. A backslash makes the next
 * character part of it.
 */
function partOf(path: string): string {
  return /^(?:\\.|[^\\.[])*/s.exec(path)?.[0] ?? path;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
