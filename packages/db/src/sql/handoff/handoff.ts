import type { OutlineEntry } from "@baton/core";
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { handoff, handoffOutline } from "../../schema/index";
import { tryColdTexts } from "../cold/cold-text";
import { getLine } from "../line/line";
import { sessionFamily } from "../session/session-family";
import { firstNames } from "../statement/first-names";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

interface HandoffKey {
  workspaceId: string;
  sessionId: string;
  eventId: string;
}

/** Maximum characters of a note, and limits of translation steps, of which there are four kinds. */
const [MAX_NOTE, TOLD_STEPS] = [10_000, { limit: 50, letters: 200 }];

const { auditNote, contextSha256, translationStrategies, ...TOLD_OF_HANDOFF } = getTableColumns(handoff);
const COLUMNS = {
  ...TOLD_OF_HANDOFF,
  auditNote: sql<string | null>`left(${auditNote}, ${MAX_NOTE}::int)`,
  // No hash is longer.
  contextSha256: sql<string | null>`left(${contextSha256}, 64)`,
  translationStrategies: firstNames(translationStrategies, TOLD_STEPS),
};

/**
 * Returns a handoff of a session or a session below it, with field sizes, stored content and its line, or
 * null. `problem` is the reason if content in cold storage cannot be read; otherwise null.
 */
export async function getHandoff(db: Database, { workspaceId, sessionId, eventId }: HandoffKey) {
  const [row] = await db
    .select(COLUMNS)
    .from(handoff)
    .where(
      and(
        eq(handoff.workspaceId, workspaceId),
        eq(handoff.eventId, eventId),
        sql`${handoff.sessionId} in ${sessionFamily({ workspaceId, sessionId })}`,
      ),
    )
    .limit(1);
  if (!row) return null;
  const [outline] = await db
    .select({
      entries: handoffOutline.entries,
      isTruncated: handoffOutline.isTruncated,
      content: handoffOutline.content,
      coldBytes: handoffOutline.coldBytes,
      observedRules: handoffOutline.observedRules,
    })
    .from(handoffOutline)
    .where(and(eq(handoffOutline.workspaceId, workspaceId), eq(handoffOutline.eventId, eventId)))
    .limit(1);
  const line = await getLine(db, row);
  if (!outline) return { handoff: row, outline: null, line };
  const { coldBytes, content, ...listed } = outline;
  const { occurredAt, sourceFileId, generation, sequence, ordinal } = row;
  const place = { occurredAt, sourceFileId, generation, sequence, ordinal };
  const captured = [{ ...place, text: content, coldBytes }];
  const { rows, problem } = await tryColdTexts(db, workspaceId, captured, "handoff_outline");
  return {
    handoff: row,
    outline: {
      ...listed,
      content: rows[0]?.text ?? null,
      problem,
      entries: outline.entries.map(toEntryDto),
    },
    line,
  };
}

/** Returns an entry without additional properties that its writer may have added. */
function toEntryDto({ path, tokens, after, cause }: OutlineEntry): OutlineEntry {
  return { path, tokens, ...(after !== undefined && { after }), ...(cause && { cause }) };
}

const Place = z.object({
  number: Sum,
  total: Sum,
  previousEventId: z.string().nullable(),
  nextEventId: z.string().nullable(),
  /** Time of the handoff before it. */
  previousAt: Milliseconds.nullable(),
});

/** Returns the position of a handoff in its session, from 1, and its neighbors; null if it does not exist. */
export async function getHandoffPlace(db: Database, { workspaceId, sessionId, eventId }: HandoffKey) {
  const rows = await selectRows(
    db,
    Place,
    sql`select number, total, "previousEventId", "nextEventId", "previousAt" from (
        select event_id, row_number() over in_order as number, count(*) over () as total,
          lag(event_id) over in_order as "previousEventId", lead(event_id) over in_order as "nextEventId",
          extract(epoch from lag(occurred_at) over in_order) * 1000 as "previousAt"
        from handoff where workspace_id = ${workspaceId} and session_id = ${sessionId}
        window in_order as (order by occurred_at, source_file_id, sequence, ordinal)
      ) placed where event_id = ${eventId} limit 1`,
  );
  return rows[0] ?? null;
}
