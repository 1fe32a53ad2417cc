import type { ContentFinding } from "@baton/core";
import type { Database } from "@baton/db";
import {
  deleteObservedFindings,
  insertContentFindings,
  type LineBatch,
  type NewContentFinding,
  positionKey,
  type ResolvedHandoff,
  type ResolvedRecord,
} from "@baton/db/write";
import { observeContext, observeDocument, observeLine } from "@baton/server/content";
import { compileLiveRules } from "./compile-live-rules";

/** Findings of captured contexts have numbers after those of lines. */
const FIRST_OF_CONTEXT = 1_000;
/** Characters that writers of events cannot exceed. */
const [MAX_RULE_ID_LENGTH, MAX_PATH_LENGTH] = [256, 1_000];

/**
 * Stores what content rules match in new lines: what the writers of handoffs found, and what the rules of the live
 * policy find in the stored texts.
 *
 * @param tx the transaction that stored the lines.
 * @param fresh the new records of the lines.
 * @param counted those of them whose identity is new.
 * @param handoffs their handoffs, whose agents are named.
 */
export async function storeContentFindings(
  tx: Database,
  { workspaceId, lines }: LineBatch,
  { fresh, counted, handoffs }: StoredRecords,
): Promise<void> {
  const written = new Map(
    fresh.flatMap((resolved) =>
      resolved.record.handoff?.contentFindings.length ? [[resolved.eventId, resolved] as const] : [],
    ),
  );
  await deleteObservedFindings(tx, workspaceId, [...written.keys()]);
  await insertContentFindings(tx, workspaceId, [...written.values()].flatMap(toWritten));
  const policy = await compileLiveRules(tx, workspaceId);
  if (!policy) return;
  const isCounted = new Set(counted.map(positionKey));
  const named = new Map(handoffs.map((handoff) => [positionKey(handoff), handoff.facts]));
  const observed = lines.flatMap(({ text, records }) => {
    const [first] = records;
    if (text === null || !isCounted.has(positionKey(first))) return [];
    const passed = records.flatMap((resolved) => {
      const facts = named.get(positionKey(resolved)) ?? resolved.record.handoff;
      return facts && !written.has(resolved.eventId)
        ? [{ ...facts, eventId: resolved.eventId, resolved }]
        : [];
    });
    return observeLine(policy, { eventType: first.record.eventType, text, handoffs: passed }).map(
      ({ handoff, finding }, number) =>
        toRow(handoff?.resolved ?? first, { finding, number, source: "observed", pair: handoff }),
    );
  });
  await insertContentFindings(tx, workspaceId, observed);
}

interface StoredRecords {
  readonly fresh: readonly ResolvedRecord[];
  readonly counted: readonly ResolvedRecord[];
  readonly handoffs: readonly ResolvedHandoff[];
}

/**
 * Stores what the content rules of the live policy match in the captured content of handoffs, unless the writer of a
 * handoff recorded its own findings.
 *
 * @param content masked JSON `{ "before", "after" }`.
 */
export async function storeContextFindings(
  tx: Database,
  workspaceId: string,
  naming: readonly ResolvedRecord[],
  content: string,
): Promise<void> {
  const policy = await compileLiveRules(tx, workspaceId);
  if (!policy) return;
  const byEvent = new Map(naming.toReversed().map((resolved) => [resolved.eventId, resolved]));
  const rows = [...byEvent.values()].flatMap((resolved) => {
    const facts = resolved.record.handoff;
    if (!facts || facts.contentFindings.length > 0) return [];
    const handoff = { ...facts, eventId: resolved.eventId };
    return observeContext(policy, content, handoff).map(({ finding }, index) =>
      toRow(resolved, { finding, number: FIRST_OF_CONTEXT + index, source: "observed", pair: handoff }),
    );
  });
  await insertContentFindings(tx, workspaceId, rows);
}

/**
 * Stores what the content rules of the live policy match in a new manifest or progress file.
 *
 * @param document its masked texts, such as those of a manifest and of its sources; null if one is not stored.
 */
export async function storeDocumentFindings(
  tx: Database,
  { workspaceId, sourceFileId, generation, writtenAt, texts, from, to }: NewDocument,
): Promise<void> {
  const stored = texts.filter((text) => text !== null);
  const policy = stored.length === 0 ? null : await compileLiveRules(tx, workspaceId);
  if (!policy) return;
  const [receiver = null] = to;
  const pair = { eventId: null, fromAgent: from, toAgent: to.length === 1 ? receiver : null };
  const place = { occurredAt: writtenAt, sourceFileId, generation, sequence: 0, ordinal: 0, sessionId: null };
  const rows = stored
    .flatMap((text) => observeDocument(policy, { text, from, to }))
    .map((finding, number) => toRow(place, { finding, number, source: "observed", pair }));
  await insertContentFindings(tx, workspaceId, rows);
}

/** A document of a file, and the agents between which it passes. */
interface NewDocument {
  readonly workspaceId: string;
  readonly sourceFileId: number;
  readonly generation: number;
  readonly writtenAt: Date;
  readonly texts: readonly (string | null)[];
  readonly from: string | null;
  readonly to: readonly string[];
}

function toWritten(resolved: ResolvedRecord): NewContentFinding[] {
  const facts = resolved.record.handoff;
  if (!facts) return [];
  const isEnforced = facts.scopingState !== null && facts.scopingState !== "observed";
  const source = isEnforced ? "enforced" : "observed";
  const pair = { ...facts, eventId: resolved.eventId };
  return facts.contentFindings.map((finding, number) => toRow(resolved, { finding, number, source, pair }));
}

function toRow(
  {
    occurredAt,
    sourceFileId,
    generation,
    sequence,
    ordinal,
    sessionId,
  }: Pick<
    ResolvedRecord,
    "occurredAt" | "sourceFileId" | "generation" | "sequence" | "ordinal" | "sessionId"
  >,
  {
    finding: { rule_id, detector, action, path, count },
    number,
    source,
    pair,
  }: {
    finding: ContentFinding;
    number: number;
    source: NewContentFinding["source"];
    pair: { eventId: string | null; fromAgent: string | null; toAgent: string | null } | null;
  },
): NewContentFinding {
  return {
    occurredAt,
    sourceFileId,
    generation,
    sequence,
    ordinal,
    number,
    sessionId,
    eventId: pair?.eventId ?? null,
    fromAgent: pair?.fromAgent ?? null,
    toAgent: pair?.toAgent ?? null,
    // Only Baton's own rules have short IDs.
    ruleId: rule_id.slice(0, MAX_RULE_ID_LENGTH),
    detector,
    action,
    path: path.slice(0, MAX_PATH_LENGTH),
    matchCount: count,
    source,
  };
}
