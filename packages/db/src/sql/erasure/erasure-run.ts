import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../client";
import * as schema from "../../schema/index";
import { BATON_ACTOR, recordAudit } from "../audit/audit-write";
import { addDeleted, type DeletedRows, deleteLines } from "../line/line-delete";
import type { LinePlace } from "../source/dropped-lines";
import { deleteWorkspace } from "../workspace/workspace-delete";
import { holdOffStoring } from "./barred-lines";
import { describeSubject, type Erasure, listPendingErasures } from "./erasure";
import { type ErasedSubject, eraseDocuments, eraseFiles, eraseTraces } from "./erasure-documents";
import { listLinesOfAgent, listLinesOfSession, listMonths } from "./erasure-lines";

/** Lines that are erased in one transaction, for which storing waits: some tenths of a second. */
const BATCH_LINES = 2_000;

/**
 * Erases what was asked for, in batches: it may be stopped at any moment, and goes on the next time. Any
 * number of processes may do it at once.
 *
 * @returns those that were finished here.
 */
export async function runErasures(
  db: Database,
  { signal, batchLines = BATCH_LINES }: { signal?: AbortSignal; batchLines?: number } = {},
): Promise<Erasure[]> {
  const finished: Erasure[] = [];
  for (const erasure of await listPendingErasures(db)) {
    if (signal?.aborted) break;
    const { workspaceId, erasureId, kind, subject } = erasure;
    if (subject === null) continue;
    const run = { db, erasure, signal, batchLines };
    if (kind === "workspace") {
      if (await eraseWorkspace(run)) finished.push(erasure);
      continue;
    }
    const erased = { workspaceId, erasureId, kind, id: subject };
    await inBatch(run, (tx) => eraseDocuments(tx, erased));
    const batches = kind === "session" ? listSessionBatches(run, subject) : listAgentBatches(run, subject);
    for await (const _ of batches) if (signal?.aborted) break;
    if (signal?.aborted) break;
    const last = await inBatch(run, async (tx) => {
      const traces = await eraseTraces(tx, erased);
      await finish(tx, erasure, traces);
      return traces;
    });
    if (!last) continue;
    finished.push(erasure);
  }
  return finished;
}

interface Run {
  db: Database;
  erasure: Erasure;
  signal: AbortSignal | undefined;
  batchLines: number;
}

/**
 * One transaction, in which nothing is stored in the workspace, with what it took added to the erasure's row.
 *
 * @returns null, with nothing done, where another process has finished the erasure meanwhile.
 */
async function inBatch(
  { db, erasure }: Run,
  work: (tx: Database) => Promise<DeletedRows>,
): Promise<DeletedRows | null> {
  return db.transaction(async (tx) => {
    await holdOffStoring(tx, erasure.workspaceId);
    const [row] = await tx
      .select({ erasedRows: schema.erasure.erasedRows, finishedAt: schema.erasure.finishedAt })
      .from(schema.erasure)
      .where(isErasure(erasure))
      .for("update");
    if (!row || row.finishedAt) return null;
    const deleted = await work(tx);
    await tx
      .update(schema.erasure)
      .set({ erasedRows: addDeleted({ ...row.erasedRows }, deleted) })
      .where(isErasure(erasure));
    return deleted;
  });
}

function isErasure({ workspaceId, erasureId }: Pick<ErasedSubject, "workspaceId" | "erasureId">) {
  return and(eq(schema.erasure.workspaceId, workspaceId), eq(schema.erasure.erasureId, erasureId));
}

async function* listSessionBatches(run: Run, sessionId: string): AsyncGenerator<void> {
  const { workspaceId } = run.erasure;
  const limit = run.batchLines;
  while (await eraseLines(run, (tx) => listLinesOfSession(tx, { workspaceId, sessionId, limit }))) yield;
}

async function* listAgentBatches(run: Run, agent: string): AsyncGenerator<void> {
  const { workspaceId } = run.erasure;
  const limit = run.batchLines;
  for (const month of await listMonths(run.db, workspaceId)) {
    while (await eraseLines(run, (tx) => listLinesOfAgent(tx, { workspaceId, agent, month, limit }))) yield;
  }
}

/** @returns false where there were none. */
async function eraseLines(run: Run, list: (tx: Database) => Promise<LinePlace[]>): Promise<boolean> {
  let lineCount = 0;
  await inBatch(run, async (tx) => {
    const lines = await list(tx);
    lineCount = lines.length;
    const { workspaceId } = run.erasure;
    return deleteLines(tx, { workspaceId, lines, cause: "erased", keepsSums: false });
  });
  return lineCount > 0;
}

/**
 * In its last batch: the name goes with the last of what it named; the
 * tombstone says by its hash that it was there.
 */
async function finish(tx: Database, erasure: Erasure, last: DeletedRows): Promise<void> {
  const { workspaceId, kind, subjectSha256, requestedBy } = erasure;
  const [row] = await tx
    .update(schema.erasure)
    .set({ subject: null, finishedAt: sql`now()` })
    .where(isErasure(erasure))
    .returning({ erasedRows: schema.erasure.erasedRows });
  await recordAudit(tx, {
    workspaceId,
    actor: BATON_ACTOR,
    action: `erase.${kind}`,
    subject: describeSubject(kind, subjectSha256),
    details: {
      state: "erased",
      sha256: subjectSha256,
      requested_by: requestedBy,
      rows: addDeleted({ ...row?.erasedRows }, last),
    },
  });
}

/** @returns false where it was stopped in between, or another process finished it. */
async function eraseWorkspace(run: Run): Promise<boolean> {
  const { erasure, signal, batchLines } = run;
  const { workspaceId } = erasure;
  await inBatch(run, async (tx) => {
    await eraseFiles(tx, erasure, sql`true`);
    await tx.delete(schema.source).where(eq(schema.source.workspaceId, workspaceId));
    return {};
  });
  for (const table of ["event", "handoff", "handoff_outline", "message_usage", "event_identity"]) {
    for (let isLeft = true; isLeft; ) {
      if (signal?.aborted) return false;
      const deleted = await inBatch(run, async (tx) => {
        const name = sql.identifier(table);
        const rows = await tx.execute(
          sql`delete from ${name} where (tableoid, ctid) in (
            select tableoid, ctid from ${name} where workspace_id = ${workspaceId} limit ${batchLines}) returning 1`,
        );
        return { [table]: rows.length };
      });
      isLeft = (deleted?.[table] ?? 0) > 0;
    }
  }
  const last = await inBatch(run, async (tx) => {
    await deleteWorkspace(tx, { workspaceId, except: [schema.erasure, schema.erasedFile] });
    await finish(tx, erasure, {});
    return {};
  });
  return last !== null;
}
