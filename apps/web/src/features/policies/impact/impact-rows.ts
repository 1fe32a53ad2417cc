import { groupBy } from "@baton/core/internal";
import { RESERVED_AGENT_IDS } from "@baton/core/policy";
import type { FieldReplay, PolicyReplayResult, ReplayTotals } from "@baton/server/replay";
import { isolateName } from "@baton/ui/format/readable-name";
import { splitRoot } from "../rule/observed-fields";

/** A field whose outcome changes, for any pair of agents. */
export interface FieldImpact {
  /** Path of the field; for several agents, the part below the agent. */
  readonly path: string;
  /** Number of agents whose output has the field. */
  readonly agents: number;
  /** For several agents, a lower bound. */
  readonly handoffs: number;
  /** Estimated total over the handoffs. */
  readonly tokens: number;
  readonly pairs: readonly Pair[];
}

interface Pair {
  from: string;
  to: string;
}

/** More fields than a person reads: they are combined over all agents. */
const MANY_FIELDS = 50;

/** Combines the same field of several pairs, and of several agents if there are many fields; most handoffs first. */
export function gatherFields(fields: readonly FieldReplay[]): FieldImpact[] {
  const gathered = combine(fields, ({ path }) => path);
  return gathered.length > MANY_FIELDS ? combine(fields, ({ path }) => belowAgent(path)) : gathered;
}

function combine(fields: readonly FieldReplay[], nameOf: (field: FieldReplay) => string): FieldImpact[] {
  return [...groupBy(fields, nameOf)]
    .map(([path, parts]): FieldImpact => {
      // A handoff is of one pair, and may have the field of several agents.
      const pairs = groupBy(parts, ({ from, to }) => JSON.stringify([from, to]));
      const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
      return {
        path,
        agents: new Set(parts.map((part) => splitRoot(part.path).root)).size,
        handoffs: sumOf([...pairs.values()].map((of) => Math.max(...of.map(({ handoffs }) => handoffs)))),
        tokens: sumOf(parts.map(({ tokens }) => tokens)),
        pairs: [...pairs.values()].flatMap(([first]) => (first ? { from: first.from, to: first.to } : [])),
      };
    })
    .sort((a, b) => b.handoffs - a.handoffs || b.tokens - a.tokens);
}

function belowAgent(path: string): string {
  const { root, rest } = splitRoot(path);
  return RESERVED_AGENT_IDS.includes(root) || rest === "" ? path : rest;
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
