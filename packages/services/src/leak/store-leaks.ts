import { createHash } from "node:crypto";
import { groupBy } from "@baton/core/internal";
import type { Database } from "@baton/db";
import {
  type FoundLeak,
  listBlockMarks,
  listFamilies,
  listMarkedSessions,
  type SearchedHandoff,
  upsertBlockMarks,
  upsertLeaks,
} from "@baton/db/write";
import {
  BlockLedger,
  type BlockMark,
  type HandoffTraces,
  LeakTracer,
  type LedgerGap,
  PolicyBlocks,
} from "@baton/server/lineage";
import { forEachPolicy } from "../violation/for-each-policy";
import { notifyLeaks } from "./notify-leaks";

/** Result of a search. */
export interface LeakSearchResult {
  /** Other stored handoffs of these sessions, which may leak a field now known to be blocked. */
  gaps: { family: readonly string[]; gap: LedgerGap }[];
  /** Handoffs that were not searched, because too many policies would have been compiled. */
  postponed: ReadonlySet<SearchedHandoff>;
}

/**
 * Finds the leaks of handoffs and stores them, with the blocks that later handoffs of the same session, its
 * subagents, forks and parents may leak. The result does not depend on the order or number of calls. The cost
 * depends on these handoffs and the number of linked sessions, not on their size.
 *
 * @param tx a transaction that has locked the rows of the sessions.
 * @param options see `BlockLedger`.
 */
export async function storeLeaks(
  tx: Database,
  workspaceId: string,
  handoffs: readonly SearchedHandoff[],
  options: { isNewToFamily?: boolean } = {},
): Promise<LeakSearchResult> {
  const { traces, postponed } = await traceHandoffs(tx, workspaceId, handoffs);
  const bySession = groupBy(traces, ({ handoff }) => handoff.sessionId);
  const families = await listFamilies(tx, workspaceId, [...bySession.keys()]);
  const marked = await listMarkedSessions(tx, workspaceId, families.flat());
  const found = families.flatMap((family) => {
    const traced = family.flatMap((sessionId) => bySession.get(sessionId) ?? []);
    const sessionIds = family.filter((sessionId) => marked.has(sessionId));
    const hasBlocks = sessionIds.length > 0 || traced.some(({ blocked }) => blocked.length > 0);
    return hasBlocks ? [{ family, traced, sessionIds, keys: [...keysOf(traced)] }] : [];
  });
  const marks = groupBy(await listBlockMarks(tx, workspaceId, found), ({ sessionId }) => sessionId);
  const changed: BlockMark[] = [];
  const leaks: FoundLeak[] = [];
  const gaps: LeakSearchResult["gaps"] = [];
  for (const { family, traced, sessionIds } of found) {
    const ledger = new BlockLedger(sessionIds.flatMap((sessionId) => marks.get(sessionId) ?? []));
    for (const { handoff, blocked } of traced) ledger.add(handoff, blocked, options);
    changed.push(...ledger.changed);
    if (ledger.gap) gaps.push({ family, gap: ledger.gap });
    for (const { handoff, passed } of traced) {
      for (const leak of ledger.findLeaks(handoff.place, passed)) leaks.push({ handoff, leak });
    }
  }
  await upsertBlockMarks(tx, workspaceId, changed);
  const renewed = await upsertLeaks(tx, workspaceId, leaks);
  const fresh = leaks.filter(({ handoff }) => renewed.has(handoff.sessionId));
  if (fresh.length > 0) await notifyLeaks(tx, { workspaceId, leaks: fresh, now: Date.now() });
  return { gaps, postponed };
}

interface TracedHandoff extends HandoffTraces {
  readonly handoff: SearchedHandoff;
}

/** The blocks of an unreported version: the fields that handoffs recorded as blocked. */
const BY_CAUSE = new PolicyBlocks();

async function traceHandoffs(tx: Database, workspaceId: string, handoffs: readonly SearchedHandoff[]) {
  const tracer = new LeakTracer(hashKey);
  const traces: TracedHandoff[] = [];
  const trace = (blocks: PolicyBlocks | null, some: readonly SearchedHandoff[]) => {
    for (const handoff of some) traces.push({ handoff, ...tracer.trace(handoff, blocks ?? BY_CAUSE) });
  };
  const items = groupBy(handoffs, ({ policyVersion }) => policyVersion ?? "");
  trace(null, items.get("") ?? []);
  items.delete("");
  const { unreported, postponed } = await forEachPolicy(tx, { workspaceId, items }, ({ blocks }, named) =>
    trace(blocks, named),
  );
  trace(null, unreported);
  return { traces, postponed: new Set(postponed) };
}

/** Hashes a key, which may be too long for an index. */
function hashKey(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** Returns the keys of the blocks that these handoffs may leak or precede. */
function keysOf(traced: readonly TracedHandoff[]): Set<string> {
  const keys = new Set<string>();
  for (const { blocked, passed } of traced) {
    for (const { key } of blocked) keys.add(key);
    for (const { fieldKeys, nameKeys, textKey } of passed) {
      for (const key of fieldKeys) keys.add(key);
      for (const key of nameKeys) keys.add(key);
      if (textKey !== null) keys.add(textKey);
    }
  }
  return keys;
}
