import { fromStorableText } from "@baton/server/storable-text";
import { and, eq, getTableName, like, notLike, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "../../client";
import * as schema from "../../schema/index";
import { eraseGateRuns } from "../artifact/gate-run";
import { deleteUnusedFiles } from "../artifact/manifest-file";
import { removeFromCompactionTotals } from "../compaction/compaction-totals";
import { deleteCompactions } from "../compaction/compaction-write";
import { eraseFieldTotals } from "../field/field-totals";
import { subtractLeaks } from "../leak/leak-write";
import { type DeletedRows, deleteLines, deleteQuarantinedLines } from "../line/line-delete";
import type { LinePlace } from "../source/dropped-lines";
import { escapeLike } from "../statement/escape-like";
import { insertRows } from "../statement/insert-rows";
import { isAmong } from "../statement/is-among";
import { containsJsonString } from "../statement/json-string-match";
import { Sum, selectRows } from "../statement/rows";
import { hashName } from "./erased-names";

/** The subject of the erasure, with its ID as stored. */
export interface ErasedSubject {
  workspaceId: string;
  erasureId: number;
  kind: "session" | "agent";
  id: string;
}

/** A shorter name occurs in any text, so a match proves nothing. */
const MIN_TELLING_LENGTH = 8;

const Document = z.object({ id: z.string(), path: z.string() });

/** Names by which events refer to a manifest: its path, whole or below its project, or its folder. */
const NAMES_OF_MANIFEST = sql`array[manifest.path, substr(manifest.path, length(manifest.project_root) + 2),
  regexp_replace(substr(manifest.path, length(manifest.project_root) + 2), '/manifest[.]json$', ''),
  regexp_replace(substr(manifest.path, length(manifest.project_root) + 2), 'manifest[.]json$', '')]`;

/**
 * Erases the manifests, handoff documents and progress files of a session or an agent, in all versions, with
 * their reviews, and prevents reading their files again. Call it before the events are deleted, because they
 * determine the owner of each document. Files that only these manifests name are erased, too.
 *
 * A session owns the manifests that only it passed on, and the documents written while it alone ran in that
 * folder. An agent owns those from it, to it, or naming it.
 */
export async function eraseDocuments(tx: Database, subject: ErasedSubject): Promise<DeletedRows> {
  const { workspaceId } = subject;
  const manifests = await selectRows(
    tx,
    Document,
    sql`select manifest_id as id, path from manifest where workspace_id = ${workspaceId} and ${isManifestOf(subject)}`,
  );
  const handoffDocuments = await selectRows(
    tx,
    Document,
    sql`select document_id as id, path from handoff_document document where workspace_id = ${workspaceId} and ${isDocumentOf(subject)}`,
  );
  const progressFiles = await selectRows(
    tx,
    Document,
    sql`select document_id as id, path from progress_file document where workspace_id = ${workspaceId} and ${isDocumentOf(subject)}`,
  );
  const ids = (documents: readonly { id: string }[]) => documents.map(({ id }) => id);
  const { manifest, manifestReview, handoffDocument, progressFile } = schema;
  const gateRuns = await eraseGateRuns(tx, { workspaceId, manifestIds: ids(manifests) });
  await tx
    .delete(manifestReview)
    .where(
      and(eq(manifestReview.workspaceId, workspaceId), isAmong(manifestReview.manifestId, ids(manifests))),
    );
  await tx
    .delete(manifest)
    .where(and(eq(manifest.workspaceId, workspaceId), isAmong(manifest.manifestId, ids(manifests))));
  const fileContents = await deleteUnusedFiles(tx, workspaceId);
  await tx
    .delete(handoffDocument)
    .where(
      and(
        eq(handoffDocument.workspaceId, workspaceId),
        isAmong(handoffDocument.documentId, ids(handoffDocuments)),
      ),
    );
  await tx
    .delete(progressFile)
    .where(
      and(eq(progressFile.workspaceId, workspaceId), isAmong(progressFile.documentId, ids(progressFiles))),
    );
  const paths = [...manifests, ...handoffDocuments, ...progressFiles].map(({ path }) => path);
  const lines = await listLinesOfPaths(tx, workspaceId, paths);
  const deleted = await deleteLines(tx, { workspaceId, lines, cause: "erased", keepsTotals: false });
  if (paths.length > 0) await eraseFiles(tx, subject, isAmong(schema.sourceFile.path, paths));
  return {
    ...deleted,
    ...(gateRuns > 0 && { gate_run: gateRuns }),
    manifest: manifests.length,
    ...(fileContents > 0 && { file_content: fileContents }),
    handoff_document: handoffDocuments.length,
    progress_file: progressFiles.length,
  };
}

/** The lines of documents that are handoffs too. */
function listLinesOfPaths(tx: Database, workspaceId: string, paths: readonly string[]): Promise<LinePlace[]> {
  return selectRows(
    tx,
    Line,
    sql`select distinct source_file_id as "sourceFileId", generation, sequence, line_number as "lineNumber" from event
      where workspace_id = ${workspaceId} and source_file_id in (select source_file_id from source_file
        where workspace_id = ${workspaceId} and ${isAmong(schema.sourceFile.path, paths)})`,
  );
}

const Line = z.object({ sourceFileId: Sum, generation: z.number(), sequence: Sum, lineNumber: Sum });

function isManifestOf({ workspaceId, kind, id }: ErasedSubject): SQL {
  const hasFile = (isOne: SQL) => sql`exists (select 1 from manifest_file file
    join file_content content using (workspace_id, sha256) where file.workspace_id = ${workspaceId}
      and file.manifest_id = manifest.manifest_id and ${isOne})`;
  if (kind === "agent") {
    return sql`(from_agent = ${id} or ${id} = any(to_agents) or ${containsName(sql`manifest.text`, id)}
      or ${hasFile(containsName(sql`content.text`, id))})`;
  }
  const handed = (whose: SQL) => sql`exists (select 1 from manifest_handoff handed
    where handed.workspace_id = ${workspaceId} and ${whose} and handed.artifacts && ${NAMES_OF_MANIFEST})`;
  return sql`(${handed(sql`handed.session_id = ${id}`)} and not ${handed(sql`handed.session_id <> ${id}`)}
    or ${speaksOf(sql`manifest.text`, id)} or ${hasFile(speaksOf(sql`content.text`, id))})`;
}

function isDocumentOf({ workspaceId, kind, id }: ErasedSubject): SQL {
  if (kind === "agent") return containsName(sql`document.text`, id);
  const written = (whose: SQL) => sql`exists (select 1 from session ran
    join source_file file on file.workspace_id = ran.workspace_id and file.last_session_id = ran.session_id
    where ran.workspace_id = ${workspaceId} and ${whose}
      and document.written_at between ran.started_at and ran.last_event_at
      and regexp_replace(file.path, '/[^/]+/[^/]+$', '/') <> '/'
      and starts_with(document.path, regexp_replace(file.path, '/[^/]+/[^/]+$', '/')))`;
  return sql`(${written(sql`ran.session_id = ${id}`)} and not ${written(sql`ran.session_id <> ${id}`)}
    or ${speaksOf(sql`document.text`, id)} or ${speaksOf(sql`document.path`, id)})`;
}

/** Returns true if a text contains an agent's name as a complete JSON string. */
function containsName(text: SQL, id: string): SQL {
  return containsJsonString(text, fromStorableText(id), "whole");
}

/** Returns true if a text contains the ID of a session. */
function speaksOf(text: SQL, id: string): SQL {
  if (id.length < MIN_TELLING_LENGTH) return sql`false`;
  return sql`(strpos(coalesce(${text}, ''), ${id}) > 0 or ${containsJsonString(text, fromStorableText(id), "any")})`;
}

const ErasedFile = z.object({ sourceFileId: Sum, path: z.string() });

/**
 * Erases files completely. Only hashes of their paths remain, so that they are not read again.
 * @param isOne a condition on rows of `source_file`.
 */
export async function eraseFiles(
  tx: Database,
  { workspaceId, erasureId }: Pick<ErasedSubject, "workspaceId" | "erasureId">,
  isOne: SQL,
): Promise<void> {
  const { sourceFile, erasedFile } = schema;
  const gone = await tx
    .delete(sourceFile)
    .where(and(eq(sourceFile.workspaceId, workspaceId), notLike(sourceFile.path, "http:%"), isOne))
    .returning({ sourceFileId: sourceFile.sourceFileId, path: sourceFile.path });
  const files = z.array(ErasedFile).parse(gone);
  if (files.length === 0) return;
  const erased = files.map(({ path }) => ({ workspaceId, erasureId, pathSha256: hashName(path) }));
  await insertRows(tx, erasedFile, erased, sql`on conflict do nothing`);
  const fileIds = files.map(({ sourceFileId }) => sourceFileId);
  for (const table of OF_FILE) {
    await tx
      .delete(table)
      .where(and(eq(table.workspaceId, workspaceId), isAmong(table.sourceFileId, fileIds)));
  }
}

/** Rows of an erased file that its lines do not have. Documents have findings without lines. */
const OF_FILE = [
  schema.quarantinedLine,
  schema.lineShape,
  schema.droppedLines,
  schema.replayRequest,
  schema.contentFinding,
];

type Trace = readonly [table: PgTable & { workspaceId: AnyPgColumn }, isOne: SQL];

/**
 * Tables with a column that names a session or an agent, and the condition on their rows. Compactions and
 * blocked fields are missing, because they are deleted together with their sums. A test compares the list
 * with the catalog of PostgreSQL.
 */
export function listTraces({ kind, id }: Pick<ErasedSubject, "kind" | "id">): readonly Trace[] {
  if (kind === "session") {
    const ofSession = sql`session_id = ${id}`;
    return [
      [schema.taskAttempt, ofSession],
      [schema.workflow, ofSession],
      [schema.messageUsage, ofSession],
      [schema.agent, ofSession],
      // A session without a conversation has the ID of its trace.
      [schema.traceSpan, sql`trace_id = ${id}`],
      // A block may have expired before its leak.
      [schema.leak, sql`${id} in (session_id, blocked_session_id)`],
      [schema.contentFinding, ofSession],
      [schema.blockMark, ofSession],
      [schema.leakSearch, ofSession],
      [schema.session, ofSession],
    ];
  }
  const ofAgent = sql`agent = ${id}`;
  const ofPair = sql`${id} in (from_agent, to_agent)`;
  return [
    [schema.taskAttempt, ofPair],
    [schema.workflow, sql`(agent_plan ? ${id} or agents_executed ? ${id})`],
    [schema.messageUsage, ofAgent],
    [schema.agent, sql`name = ${id}`],
    [schema.traceSpan, ofAgent],
    [schema.leak, sql`${id} in (from_agent, to_agent, blocked_from_agent)`],
    [schema.contentFinding, ofPair],
    [schema.blockMark, sql`from_agent = ${id}`],
    [schema.gateRun, ofAgent],
    [schema.savingsByPair, ofPair],
    [schema.fieldByPair, ofPair],
    [schema.ungovernedByPair, ofPair],
    [schema.compactionsByAgent, ofAgent],
  ];
}

/** Erases other rows that name a session or an agent after its events are deleted. */
export async function eraseTraces(tx: Database, subject: ErasedSubject): Promise<DeletedRows> {
  const { workspaceId, kind, id } = subject;
  const { compaction, notification, notificationDelivery, notificationRead } = schema;
  const counts: DeletedRows = {};
  const isAgent = kind === "agent";
  const ofRow = isAgent ? eq(compaction.agent, id) : eq(compaction.sessionId, id);
  const compactions = await deleteCompactions(tx, and(eq(compaction.workspaceId, workspaceId), ofRow));
  counts.compaction = compactions.length;
  await removeFromCompactionTotals(tx, workspaceId, compactions);
  for (const [table, isOne] of listTraces(subject)) {
    if (table === schema.leak) await subtractLeaks(tx, workspaceId, isOne);
    const rows = await tx
      .delete(table)
      .where(and(eq(table.workspaceId, workspaceId), isOne))
      .returning({ workspaceId: table.workspaceId });
    counts[getTableName(table)] = rows.length;
  }
  if (isAgent) await eraseFieldTotals(tx, { workspaceId, agent: id }, counts);
  if (!isAgent) {
    await tx
      .update(schema.session)
      .set({ parentSessionId: null })
      .where(and(eq(schema.session.workspaceId, workspaceId), eq(schema.session.parentSessionId, id)));
  }
  const speaks = (text: SQL) => (isAgent ? containsName(text, id) : speaksOf(text, id));
  counts.quarantined_line = await deleteQuarantinedLines(tx, {
    workspaceId,
    cause: "erased",
    isOne: or(speaks(sql`text`), speaks(sql`reason`)),
  });
  const listed = await tx
    .delete(notification)
    .where(
      and(
        eq(notification.workspaceId, workspaceId),
        or(
          speaksOf(sql`body`, id),
          speaksOf(sql`subject`, id),
          speaksOf(sql`page`, id),
          speaksOf(sql`key`, id),
          isAgent ? containsName(sql`body`, id) : undefined,
        ),
      ),
    )
    .returning({ notificationId: notification.notificationId });
  const ids = listed.map(({ notificationId }) => notificationId);
  for (const table of [notificationDelivery, notificationRead]) {
    await tx.delete(table).where(and(eq(table.workspaceId, workspaceId), isAmong(table.notificationId, ids)));
  }
  if (!isAgent) await eraseSessionFiles(tx, subject);
  return counts;
}

/**
 * Erases files that contain only the session or have its name. For other files, removes only the reference to
 * the session.
 */
async function eraseSessionFiles(tx: Database, subject: ErasedSubject): Promise<void> {
  const { workspaceId, id } = subject;
  const { sourceFile } = schema;
  const isEmptied = sql`not exists (select 1 from event where event.workspace_id = source_file.workspace_id
    and event.source_file_id = source_file.source_file_id)`;
  const isNamed = like(sourceFile.path, `%/${escapeLike(id)}.%`);
  await eraseFiles(tx, subject, sql`${isEmptied} and (${eq(sourceFile.lastSessionId, id)} or ${isNamed})`);
  await tx
    .update(sourceFile)
    .set({ lastSessionId: null })
    .where(and(eq(sourceFile.workspaceId, workspaceId), eq(sourceFile.lastSessionId, id)));
}
