import type { Database, Erasure } from "@baton/db";
import {
  addDeleted,
  BATON_ACTOR,
  blockStoring,
  type DeletedRows,
  deleteErasedWorkspace,
  deleteLines,
  deleteSomeRows,
  eraseDocuments,
  eraseTraces,
  eraseWorkspaceFiles,
  finishErasure,
  LARGE_TABLES,
  type LinePlace,
  listLinesOfAgent,
  listLinesOfSession,
  listMonths,
  listPendingErasures,
  lockPendingErasure,
  recordAudit,
  restoreColdLines,
  updateErasedRows,
} from "@baton/db/write";
import { describeSubject } from "./describe-subject";

/** Lines that one transaction erases. Storing waits for it, some tenths of a second. */
const BATCH_LINES = 2_000;

/**
 * Runs the pending erasures in batches. It can be stopped at any time, and the next run continues. Several
 * processes can run it at once.
 *
 * @returns the erasures that this call finished.
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
 * Deletes rows in a transaction that blocks storing in the workspace, and adds their number to the erasure.
 *
 * @returns null without a change if another process finished the erasure.
 */
async function inBatch(
  { db, erasure }: Run,
  work: (tx: Database) => Promise<DeletedRows>,
): Promise<DeletedRows | null> {
  return db.transaction(async (tx) => {
    await blockStoring(tx, erasure.workspaceId);
    const erasedRows = await lockPendingErasure(tx, erasure);
    if (erasedRows === null) return null;
    const deleted = await work(tx);
    await updateErasedRows(tx, erasure, addDeleted({ ...erasedRows }, deleted));
    return deleted;
  });
}

async function* listSessionBatches(run: Run, sessionId: string): AsyncGenerator<void> {
  const { workspaceId } = run.erasure;
  const limit = run.batchLines;
  while (await eraseLines(run, (tx) => listLinesOfSession(tx, { workspaceId, sessionId, limit }))) yield;
}

async function* listAgentBatches(run: Run, agent: string): AsyncGenerator<void> {
  const { workspaceId } = run.erasure;
  const limit = run.batchLines;
  // A line can name the agent in its text alone, so all texts are needed.
  await inBatch(run, async (tx) => {
    await restoreColdLines(tx, workspaceId);
    return {};
  });
  for (const month of await listMonths(run.db, workspaceId)) {
    while (await eraseLines(run, (tx) => listLinesOfAgent(tx, { workspaceId, agent, month, limit }))) yield;
  }
}

/** @returns false if no line was left. */
async function eraseLines(run: Run, list: (tx: Database) => Promise<LinePlace[]>): Promise<boolean> {
  let lineCount = 0;
  await inBatch(run, async (tx) => {
    const lines = await list(tx);
    lineCount = lines.length;
    const { workspaceId } = run.erasure;
    return deleteLines(tx, { workspaceId, lines, cause: "erased", keepsTotals: false });
  });
  return lineCount > 0;
}

/** Finishes an erasure in the transaction of its last batch. @param last rows that this batch deleted. */
async function finish(tx: Database, erasure: Erasure, last: DeletedRows): Promise<void> {
  const { workspaceId, kind, subjectSha256, requestedBy } = erasure;
  const erasedRows = await lockPendingErasure(tx, erasure);
  await finishErasure(tx, erasure);
  await recordAudit(tx, {
    workspaceId,
    actor: BATON_ACTOR,
    action: `erase.${kind}`,
    subject: describeSubject(kind, subjectSha256),
    details: {
      state: "erased",
      sha256: subjectSha256,
      requested_by: requestedBy,
      rows: addDeleted({ ...erasedRows }, last),
    },
  });
}

/** @returns false if it was stopped, or another process finished it. */
async function eraseWorkspace(run: Run): Promise<boolean> {
  const { erasure, signal, batchLines } = run;
  const { workspaceId } = erasure;
  await inBatch(run, async (tx) => {
    await eraseWorkspaceFiles(tx, erasure);
    return {};
  });
  for (const table of LARGE_TABLES) {
    for (let isLeft = true; isLeft; ) {
      if (signal?.aborted) return false;
      const deleted = await inBatch(run, async (tx) => ({
        [table]: await deleteSomeRows(tx, table, { workspaceId, limit: batchLines }),
      }));
      isLeft = (deleted?.[table] ?? 0) > 0;
    }
  }
  const last = await inBatch(run, async (tx) => {
    await deleteErasedWorkspace(tx, { workspaceId });
    await finish(tx, erasure, {});
    return {};
  });
  return last !== null;
}
