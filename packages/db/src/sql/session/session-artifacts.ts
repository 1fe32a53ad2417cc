import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { artifactRead, event, taskAttempt } from "../../schema/index";
import { fillColdTexts } from "../cold/cold-text";
import { LIST_LIMIT, TEXT_LIMIT } from "../statement/limits";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

/** Byte limit for lines from which a message is read. For a longer line, only the event is returned. */
const MAX_ERROR_BYTES = 64 * 1024;

interface SessionKey {
  workspaceId: string;
  sessionId: string;
}

const SessionManifest = z.object({
  eventId: z.string(),
  occurredAt: Milliseconds,
  fromAgent: z.string(),
  toAgent: z.string(),
  /** As in its event. */
  artifact: z.string(),
  manifestTokens: Sum.nullable(),
  /** Null if no manifest of this name was imported. */
  manifestId: z.string().nullable(),
  artifactType: z.string().nullable(),
  errorCount: z.number().nullable(),
  warningCount: z.number().nullable(),
});
type SessionManifest = z.infer<typeof SessionManifest>;

/** Lists the manifests passed in a session or its workflow by time, in their current state. */
export async function listSessionManifests(
  db: Database,
  { workspaceId, sessionId, workflowId }: SessionKey & { workflowId: string | null },
): Promise<SessionManifest[]> {
  return selectRows(
    db,
    SessionManifest,
    sql`select handed.event_id as "eventId", extract(epoch from handed.occurred_at) * 1000 as "occurredAt",
        handed.from_agent as "fromAgent", handed.to_agent as "toAgent", named.path as artifact,
        coalesce(found.manifest_tokens, handed.manifest_tokens) as "manifestTokens", found.manifest_id as "manifestId",
        found.artifact_type as "artifactType", found.error_count as "errorCount", found.warning_count as "warningCount"
      from manifest_handoff handed cross join lateral unnest(handed.artifacts) named(path)
      left join lateral (
        select * from manifest
        where manifest.workspace_id = handed.workspace_id and manifest.superseded_at is null
          and named.path in (manifest.path, substr(manifest.path, length(manifest.project_root) + 2),
            regexp_replace(substr(manifest.path, length(manifest.project_root) + 2), '/manifest[.]json$', ''),
            regexp_replace(substr(manifest.path, length(manifest.project_root) + 2), 'manifest[.]json$', ''))
        order by manifest.written_at desc limit 1
      ) found on true
      where handed.workspace_id = ${workspaceId}
        and (handed.session_id = ${sessionId} or handed.workflow_id = ${workflowId}::text)
      order by handed.occurred_at, handed.sequence limit ${LIST_LIMIT}`,
  );
}

/** Lists what agents read of others' artifacts in a session, by time. Sizes are tokens. */
export async function listSessionReads(db: Database, { workspaceId, sessionId }: SessionKey) {
  return db
    .select({
      eventId: artifactRead.eventId,
      occurredAt: artifactRead.occurredAt,
      agent: artifactRead.agent,
      path: artifactRead.path,
      tokens: artifactRead.tokens,
      reason: artifactRead.reason,
    })
    .from(artifactRead)
    .where(and(eq(artifactRead.workspaceId, workspaceId), eq(artifactRead.sessionId, sessionId)))
    .orderBy(asc(artifactRead.occurredAt), asc(artifactRead.sequence))
    .limit(LIST_LIMIT);
}

/** Lists the task handoffs of a session by time. */
export async function listSessionTasks(db: Database, { workspaceId, sessionId }: SessionKey) {
  return db
    .select({
      attemptId: taskAttempt.attemptId,
      occurredAt: taskAttempt.occurredAt,
      taskId: taskAttempt.taskId,
      taskName: taskAttempt.taskName,
      fromAgent: taskAttempt.fromAgent,
      toAgent: taskAttempt.toAgent,
      handoffTokens: taskAttempt.handoffTokens,
      isSent: taskAttempt.isSent,
      isAccepted: taskAttempt.isAccepted,
      status: taskAttempt.status,
    })
    .from(taskAttempt)
    .where(and(eq(taskAttempt.workspaceId, workspaceId), eq(taskAttempt.sessionId, sessionId)))
    .orderBy(asc(taskAttempt.occurredAt), asc(taskAttempt.attemptId))
    .limit(LIST_LIMIT);
}

const SessionDocument = z.object({
  documentId: z.string(),
  path: z.string(),
  title: z.string().nullable(),
  score: z.number(),
  staleness: z.string().nullable(),
  predecessor: z.string().nullable(),
  writtenAt: Milliseconds,
});

/**
 * Returns the handoff documents of a session: those that it read, and those written while it ran, below the
 * parent of its file's folder.
 */
export async function listSessionDocuments(db: Database, { workspaceId, sessionId }: SessionKey) {
  return selectRows(
    db,
    SessionDocument,
    sql`with place as (
        select distinct regexp_replace(source_file.path, '/[^/]+/[^/]+$', '/') as folder
        from event join source_file using (workspace_id, source_file_id)
        where event.workspace_id = ${workspaceId} and event.session_id = ${sessionId}
      )
      select document_id as "documentId", document.path, left(document.title, ${TEXT_LIMIT}::int) as title, score, staleness,
        left(predecessor, ${TEXT_LIMIT}::int) as predecessor,
        extract(epoch from written_at) * 1000 as "writtenAt"
      from handoff_document document
      join session on session.workspace_id = document.workspace_id and session.session_id = ${sessionId}
      where document.workspace_id = ${workspaceId} and document.superseded_at is null and (
        (document.written_at between session.started_at and session.last_event_at
          and exists (select 1 from place where place.folder <> '/' and starts_with(document.path, place.folder)))
        or exists (select 1 from artifact_read read where read.workspace_id = document.workspace_id
          and read.session_id = ${sessionId}
          and read.path in (document.path, substr(document.path, length(document.project_root) + 2)))
      )
      order by written_at limit ${LIST_LIMIT}`,
  );
}

/** Lists the stored results (`.return-meta.json`) of agents of a session by time; null for a large or unstored one. */
export async function listSessionReturns(db: Database, { workspaceId, sessionId }: SessionKey) {
  const { text, coldBytes, sourceFileId, generation, sequence, ordinal } = event;
  const rows = await db
    .select({
      id: sql<string>`coalesce(${event.identity}, concat(${event.sourceFileId}, '-', ${event.generation}))`,
      occurredAt: event.occurredAt,
      text: sql<string | null>`case when octet_length(${text}) <= ${MAX_ERROR_BYTES}::int then ${text} end`,
      coldBytes: sql<number | null>`case when ${coldBytes} <= ${MAX_ERROR_BYTES}::int then ${coldBytes} end`,
      sourceFileId,
      generation,
      sequence,
      ordinal,
    })
    .from(event)
    .where(
      and(
        eq(event.workspaceId, workspaceId),
        eq(event.sessionId, sessionId),
        eq(event.eventType, "return_metadata"),
        eq(event.ordinal, 0),
      ),
    )
    .orderBy(asc(event.occurredAt), asc(event.sequence))
    .limit(LIST_LIMIT);
  const filled = await fillColdTexts(db, workspaceId, rows);
  return filled.map(({ id, occurredAt, text: line }) => ({ id, occurredAt, text: line }));
}

/** Finds the current handoff documents at paths below any project, newest first. */
export async function findDocumentsAt(
  db: Database,
  { workspaceId, paths }: { workspaceId: string; paths: readonly string[] },
): Promise<{ documentId: string; path: string }[]> {
  if (paths.length === 0) return [];
  return selectRows(
    db,
    z.object({ documentId: z.string(), path: z.string() }),
    sql`select document_id as "documentId", path from handoff_document
      where workspace_id = ${workspaceId} and superseded_at is null
        and exists (select 1 from json_array_elements_text(${JSON.stringify(paths)}::text::json) named(below)
          where path = below or right(path, length(below) + 1) = '/' || below)
      order by written_at desc limit ${LIST_LIMIT}`,
  );
}

/**
 * Lists the events of a session that report an error, by time. `text` is null if the line is large, not
 * stored, or beyond `maxBytes`.
 *
 * @param maxBytes of all lines together.
 */
export async function listSessionErrors(
  db: Database,
  { workspaceId, sessionId }: SessionKey,
  { maxBytes }: { maxBytes: number },
) {
  const { identity, sequence, occurredAt, eventType, text, coldBytes, sourceFileId, generation, ordinal } =
    event;
  const unlessLong = (line: SQL | typeof text) =>
    sql`case when octet_length(${line}) <= ${MAX_ERROR_BYTES}::int then ${line} end`;
  // The first record of a line has its text.
  const line = sql`case when ${text} is not null then ${unlessLong(text)} else (
    select ${unlessLong(sql`first_record.text`)} from ${event} first_record
    where first_record.workspace_id = ${event.workspaceId} and first_record.occurred_at = ${occurredAt}
      and first_record.source_file_id = ${sourceFileId} and first_record.generation = ${generation}
      and first_record.sequence = ${sequence} and first_record.ordinal = 0) end`;
  const first = db
    .select({
      identity,
      sequence,
      occurredAt,
      eventType,
      sourceFileId,
      generation,
      ordinal,
      coldBytes: sql<
        number | null
      >`case when ${coldBytes} <= ${MAX_ERROR_BYTES}::int then ${coldBytes} end`.as("short_cold_bytes"),
      // Nested, so that Drizzle keeps the names of tables before columns.
      text: sql<string | null>`${line}`.as("short_text"),
    })
    .from(event)
    .where(
      and(
        eq(event.workspaceId, workspaceId),
        eq(event.sessionId, sessionId),
        sql`${event.isError} and ${event.duplicateOf} is null`,
      ),
    )
    .orderBy(asc(occurredAt), asc(sequence))
    .limit(LIST_LIMIT)
    .as("first");
  const bytes = sql`sum(coalesce(octet_length(${first.text}), nullif(${first.coldBytes}, 0))) over (order by ${first.occurredAt}, ${first.sequence})`;
  const rows = await db
    .select({
      identity: first.identity,
      sequence: first.sequence,
      occurredAt: first.occurredAt,
      eventType: first.eventType,
      sourceFileId: first.sourceFileId,
      generation: first.generation,
      ordinal: first.ordinal,
      text: sql<string | null>`case when ${bytes} <= ${maxBytes}::float8 then ${first.text} end`,
      coldBytes: sql<number | null>`case when ${bytes} <= ${maxBytes}::float8 then ${first.coldBytes} end`,
    })
    .from(first)
    .orderBy(asc(first.occurredAt), asc(first.sequence));
  const filled = await fillColdTexts(db, workspaceId, rows);
  return filled.map((row) => ({
    identity: row.identity,
    sequence: row.sequence,
    occurredAt: row.occurredAt,
    eventType: row.eventType,
    text: row.text,
  }));
}
