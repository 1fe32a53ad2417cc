import { and, asc, desc, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { event, quarantinedLine, replayRequest, sourceFile } from "../../schema/index";
import { isInGeneration, positionKey } from "../line/position";
import { lockSourceFile, readSourceFile, type SourceFile } from "../source/source-file-write";
import { lockFirst, OFFERED_ROWS } from "../statement/lock-first";
import { isSelected, type ReplayRequest } from "./replay";

/** A line that is or was in quarantine. */
export type StoredQuarantinedLine = typeof quarantinedLine.$inferSelect;

/** Position of a line in its file. */
export type LinePosition = Pick<
  StoredQuarantinedLine,
  "workspaceId" | "sourceFileId" | "generation" | "sequence"
>;

/** Result of replaying a line. */
export type ReplayOutcome =
  | { kind: "replayed"; eventId: string; message: string }
  | { kind: "refused"; code: string; reason: string; message: string }
  | { kind: "gone"; message: string };

/**
 * Claims the oldest unfinished request until the transaction ends. Skips requests that another ingest process
 * has claimed.
 */
export async function claimReplayRequest(db: Database): Promise<ReplayRequest | null> {
  const isUnfinished = inArray(replayRequest.state, ["waiting", "running"]);
  const places = await db
    .select({ workspaceId: replayRequest.workspaceId, requestId: replayRequest.requestId })
    .from(replayRequest)
    .where(isUnfinished)
    .orderBy(asc(replayRequest.requestId))
    .limit(OFFERED_ROWS);
  return lockFirst(places, (place) =>
    db
      .select()
      .from(replayRequest)
      .where(and(isRequest(place), isUnfinished))
      .for("update", { skipLocked: true }),
  );
}

/** Returns the next line of a request after the position `after`. */
export async function findLineToReplay(
  db: Database,
  request: ReplayRequest,
  after: LinePosition | null,
): Promise<LinePosition | null> {
  const { workspaceId, requestId, sourceFileId, generation, sequence } = request;
  const line =
    sourceFileId === null || generation === null || sequence === null
      ? null
      : { sourceFileId, generation, sequence };
  const [position] = await db
    .select({
      workspaceId: quarantinedLine.workspaceId,
      sourceFileId: quarantinedLine.sourceFileId,
      generation: quarantinedLine.generation,
      sequence: quarantinedLine.sequence,
    })
    .from(quarantinedLine)
    .where(
      and(
        isSelected(workspaceId, { ...request, line }),
        or(isNull(quarantinedLine.replayRequestId), ne(quarantinedLine.replayRequestId, requestId)),
        after
          ? sql`(${quarantinedLine.sourceFileId}, ${quarantinedLine.generation}, ${quarantinedLine.sequence})
              > (${after.sourceFileId}, ${after.generation}, ${after.sequence})`
          : undefined,
      ),
    )
    .orderBy(
      asc(quarantinedLine.sourceFileId),
      asc(quarantinedLine.generation),
      asc(quarantinedLine.sequence),
    )
    .limit(1);
  return position ?? null;
}

/**
 * Locks a line and its file for the rest of the transaction. Waits while another process reads the file.
 *
 * @returns null if the line is no longer in quarantine.
 */
export async function claimQuarantinedLine(
  db: Database,
  position: LinePosition,
): Promise<{ line: StoredQuarantinedLine; file: SourceFile } | null> {
  const { workspaceId, sourceFileId } = position;
  await lockSourceFile(db, position);
  const [line] = await db
    .select()
    .from(quarantinedLine)
    .where(and(isAt(position), isNull(quarantinedLine.replayedAt)))
    .for("update");
  const file = await readSourceFile(db, { workspaceId, sourceFileId });
  return line && file ? { line, file } : null;
}

/** Stores the result of a line, with the counts of its request and its file. */
export async function settleReplay(
  db: Database,
  request: ReplayRequest,
  line: StoredQuarantinedLine,
  outcome: ReplayOutcome,
): Promise<void> {
  const tried = {
    tryCount: sql`${quarantinedLine.tryCount} + 1`,
    replayRequestId: request.requestId,
    replayMessage: outcome.message,
  };
  const settled =
    outcome.kind === "replayed"
      ? { replayedAt: sql`now()`, replayedBy: request.requestedBy, replayedEventId: outcome.eventId }
      : outcome.kind === "refused"
        ? { code: outcome.code, reason: outcome.reason }
        : {};
  await db
    .update(quarantinedLine)
    .set({ ...tried, ...settled })
    .where(isAt(line));
  const counter = {
    replayed: { replayedCount: sql`${replayRequest.replayedCount} + 1` },
    refused: { refusedCount: sql`${replayRequest.refusedCount} + 1` },
    gone: { goneCount: sql`${replayRequest.goneCount} + 1` },
  }[outcome.kind];
  await updateReplayRequest(db, request, {
    state: "running",
    startedAt: request.startedAt ?? sql`now()`,
    ...counter,
  });
}

/** Adds the results of a replayed line to the counts of its file. */
export async function countReplayed(
  db: Database,
  { workspaceId, sourceFileId }: LinePosition,
  { eventCount, duplicateCount }: { eventCount: number; duplicateCount: number },
): Promise<void> {
  await db
    .update(sourceFile)
    .set({
      eventCount: sql`${sourceFile.eventCount} + ${eventCount}`,
      duplicateCount: sql`${sourceFile.duplicateCount} + ${duplicateCount}`,
      quarantinedCount: sql`${sourceFile.quarantinedCount} - 1`,
    })
    .where(and(eq(sourceFile.workspaceId, workspaceId), eq(sourceFile.sourceFileId, sourceFileId)));
}

/** Finishes a request; `lastError` has the reason of a failure. */
export async function finishReplay(
  db: Database,
  request: ReplayRequest,
  lastError: string | null,
): Promise<void> {
  await updateReplayRequest(db, request, {
    state: lastError === null ? "done" : "failed",
    finishedAt: sql`now()`,
    lastError,
  });
}

/** Returns the time of the last event before a line in its file; null without one. */
export async function findTimeBefore(db: Database, position: LinePosition): Promise<Date | null> {
  const [before] = await db
    .select({ occurredAt: event.occurredAt })
    .from(event)
    .where(and(isInGeneration(position), lt(event.sequence, position.sequence)))
    .orderBy(desc(event.sequence), desc(event.ordinal))
    .limit(1);
  return before?.occurredAt ?? null;
}

/**
 * Returns the ID of the event at a line's number in the current generation of its file, if a neighbor is the
 * same line as before. A file that started over has other neighbors.
 */
export async function findMendedEvent(
  db: Database,
  line: StoredQuarantinedLine,
  generation: number,
): Promise<string | null> {
  const numbers = [line.lineNumber - 1, line.lineNumber, line.lineNumber + 1];
  const read = (of: number) =>
    db
      .select()
      .from(event)
      .where(
        and(
          isInGeneration({ ...line, generation: of }),
          inArray(event.lineNumber, numbers),
          eq(event.ordinal, 0),
        ),
      );
  const before = await read(line.generation);
  const now = await read(generation);
  const mended = now.find((each) => each.lineNumber === line.lineNumber);
  const hasNeighbour = before.some((old) =>
    now.some((each) => each.lineNumber === old.lineNumber && each.sha256 === old.sha256),
  );
  return mended && hasNeighbour ? (mended.identity ?? positionKey(mended)) : null;
}

/** Returns true if a line of a generation is in quarantine. */
export async function isQuarantined(db: Database, position: LinePosition): Promise<boolean> {
  const [row] = await db
    .select({ code: quarantinedLine.code })
    .from(quarantinedLine)
    .where(and(isAt(position), isNull(quarantinedLine.replayedAt)));
  return row !== undefined;
}

function isAt({ workspaceId, sourceFileId, generation, sequence }: LinePosition) {
  return and(
    eq(quarantinedLine.workspaceId, workspaceId),
    eq(quarantinedLine.sourceFileId, sourceFileId),
    eq(quarantinedLine.generation, generation),
    eq(quarantinedLine.sequence, sequence),
  );
}

function isRequest({ workspaceId, requestId }: Pick<ReplayRequest, "workspaceId" | "requestId">) {
  return and(eq(replayRequest.workspaceId, workspaceId), eq(replayRequest.requestId, requestId));
}

async function updateReplayRequest(
  db: Database,
  request: ReplayRequest,
  fields: Parameters<ReturnType<typeof db.update<typeof replayRequest>>["set"]>[0],
): Promise<void> {
  await db.update(replayRequest).set(fields).where(isRequest(request));
}
