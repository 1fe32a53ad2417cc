import type { FieldReplay, PolicyReplayResult, ReplayTotals } from "@baton/server/replay";
import { isolateName } from "@baton/ui/format/readable-name";

/** A field whose outcome changes, for any pair of agents. */
export interface FieldImpact {
  readonly path: string;
  readonly handoffs: number;
  /** Estimated total over the handoffs. */
  readonly tokens: number;
  readonly pairs: readonly { from: string; to: string }[];
}

/** Combines the same field of several pairs, most handoffs first. */
export function gatherFields(fields: readonly FieldReplay[]): FieldImpact[] {
  const gathered = new Map<string, FieldImpact>();
  for (const { path, from, to, handoffs, tokens } of fields) {
    const known = gathered.get(path);
    gathered.set(path, {
      path,
      handoffs: handoffs + (known?.handoffs ?? 0),
      tokens: tokens + (known?.tokens ?? 0),
      pairs: [...(known?.pairs ?? []), { from, to }],
    });
  }
  return [...gathered.values()].sort((a, b) => b.handoffs - a.handoffs || b.tokens - a.tokens);
}

/** Tokens of a rule or pair that pass now and with the draft. */
export interface SizeRow {
  readonly key: string;
  readonly name: string;
  readonly now: number;
  readonly draft: number;
}

/** Returns sizes by rule, largest change first. */
export function sizesByRule({ rules }: PolicyReplayResult): SizeRow[] {
  return sortByChange(
    rules.map(({ ruleId, ...sizes }) => toRow(`rule ${ruleId ?? ""}`, ruleId ?? "No rule", sizes)),
  );
}

/** Returns sizes by pair of agents, largest change first. */
export function sizesByPair({ pairs }: PolicyReplayResult): SizeRow[] {
  return sortByChange(
    pairs.map(({ from, to, ...sizes }) =>
      toRow(JSON.stringify([from, to]), `${isolateName(from)} → ${isolateName(to)}`, sizes),
    ),
  );
}

/** Returns at most 12 sessions with a changed field, those with a newly passing field first. */
export function listSessions({ newlyLetThrough, newlyBlocked }: PolicyReplayResult): string[] {
  const sessions = [...newlyLetThrough, ...newlyBlocked].flatMap((field) => field.sessions);
  return [...new Set(sessions)].slice(0, 12);
}

function toRow(key: string, name: string, sizes: { now: ReplayTotals; draft: ReplayTotals }): SizeRow {
  return { key, name, now: sizes.now.afterTokens, draft: sizes.draft.afterTokens };
}

function sortByChange(rows: readonly SizeRow[]): SizeRow[] {
  return rows.toSorted((a, b) => Math.abs(b.draft - b.now) - Math.abs(a.draft - a.now) || b.now - a.now);
}
