import { setTimeout as sleep } from "node:timers/promises";
import {
  addPostedBatch,
  advanceCursor,
  claimPostedFile,
  findPostedBatch,
  isConflict,
  isContentFault,
  limitWaiting,
  listBadLines,
  type PostedBatch,
  type PostedPlace,
  type SourceFile,
} from "@baton/db/write";
import {
  addCounts,
  type BatchCounts,
  type IngestContext,
  MAX_ATTEMPTS,
  NO_COUNTS,
} from "../pipeline/ingest-context";
import { addPartitions, clearPartitions, findNewMonths } from "../pipeline/month-partitions";
import { prepareLines } from "../pipeline/prepare-lines";
import { HEAD_BYTES, MAX_LINE_BYTES, type RawLine } from "../pipeline/read-lines";
import { storeBatch } from "../pipeline/store-batch";
import { sha256Of } from "../sha256";
import type { LineFormat } from "../sources/source-format";

/** A request's lines. */
export interface Post {
  place: Omit<PostedPlace, "format">;
  format: Pick<LineFormat, "name" | "readLine" | "readShape" | "sessionOf">;
  lines: readonly Buffer[];
  /** Arrival time, used for events without a time if no earlier event has one. */
  receivedAt: Date;
  /** Idempotency key of the client and the SHA-256 of the body (hex); null without a key. */
  mark: { idempotencyKey: string; sha256: string } | null;
}

export interface BadLine {
  /** Line number in the request, from 1. */
  line: number;
  code: string;
  reason: string;
}

/** The virtual file of posted lines. */
export type PostedFile = Pick<SourceFile, "workspaceId" | "sourceId" | "path">;

export type PostOutcome =
  | {
      status: "stored";
      file: PostedFile;
      isRepeated: boolean;
      counts: Omit<BatchCounts, "byteCount">;
      badLines: BadLine[];
    }
  /** The idempotency key was used before for another batch. */
  | { status: "other_batch" }
  /** The workspace was deleted. */
  | { status: "no_workspace" };

const PAUSE_MILLISECONDS = 20;
/** After this many errors that a line may have caused, look for the line. */
const MAX_FAULTS = 2;

/**
 * Partitions are created outside the transaction that found them missing, because others would have to wait
 * for its locks.
 */
class MissingPartitions extends Error {
  readonly months: Map<string, Date>;
  constructor(months: Map<string, Date>) {
    super("the partitions for these months do not exist yet");
    this.months = months;
  }
}

/**
 * Stores the lines of a request and its idempotency key in one transaction. The lines are processed like
 * lines of a file: the posts of an API key to a path are a virtual file that only grows.
 * @throws if the database fails; nothing is stored then.
 */
export async function storePosted(context: IngestContext, post: Post): Promise<PostOutcome> {
  let isLastTry = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.db.transaction((tx) => tryStore({ ...context, isLastTry, db: tx }, post));
    } catch (error) {
      if (error instanceof MissingPartitions) {
        await addPartitions(context, error.months);
      } else if (attempt < MAX_ATTEMPTS && isContentFault(error, true)) {
        isLastTry = attempt >= MAX_FAULTS;
      } else if (attempt < MAX_ATTEMPTS && isConflict(error)) {
        clearPartitions(context);
        await sleep(Math.random() * PAUSE_MILLISECONDS * attempt);
      } else {
        throw error;
      }
    }
  }
}

async function tryStore(context: IngestContext, post: Post): Promise<PostOutcome> {
  const { place, format, mark } = post;
  await limitWaiting(context.db);
  const file = await claimPostedFile(context.db, { ...place, format: format.name });
  if (!file) return { status: "no_workspace" };
  const { workspaceId, sourceFileId } = file;
  const known = mark && (await findPostedBatch(context.db, { workspaceId, sourceFileId, ...mark }));
  if (known) {
    if (known.sha256 !== mark.sha256) return { status: "other_batch" };
    return describeBatch(file, known, await listBadLines(context.db, known), true);
  }
  const { batch, quarantinedCount } = await storeLines(context, file, post);
  if (mark) await addPostedBatch(context.db, { ...batch, ...mark });
  const quarantined = quarantinedCount > 0 ? await listBadLines(context.db, batch) : [];
  return describeBatch(file, batch, quarantined, false);
}

type StoredPost = Omit<PostedBatch, "idempotencyKey" | "sha256">;

async function storeLines(
  context: IngestContext,
  file: SourceFile,
  post: Post,
): Promise<{ batch: StoredPost; quarantinedCount: number }> {
  const { workspaceId, sourceFileId } = file;
  const sum = { ...NO_COUNTS };
  // An event without a time never takes that of another request.
  let cursor: SourceFile = { ...file, lastOccurredAt: null, firstSeenAt: post.receivedAt };
  for (const lines of cutBatches(post.lines, file.readOffset, context.batchBytes)) {
    const batch = await prepareLines(lines, context, cursor, post.format);
    const months = findNewMonths(context, batch.events);
    if (months.size > 0) throw new MissingPartitions(months);
    addCounts(sum, await storeBatch(context, cursor, post.format.name, batch));
    const { lastOccurredAt, lastSessionId, toolVersion } = batch;
    const lineCount = cursor.lineCount + lines.length;
    cursor = { ...cursor, lineCount, lastOccurredAt, lastSessionId, toolVersion };
  }
  const readOffset = endOf(post.lines, file.readOffset);
  const { lineCount, lastOccurredAt, lastSessionId, toolVersion } = cursor;
  const { eventCount, duplicateCount, quarantinedCount, maskedSecretCount } = sum;
  await advanceCursor(context.db, {
    workspaceId,
    sourceFileId,
    readOffset,
    fileSize: readOffset,
    fingerprint: null,
    fingerprintLength: 0,
    cursorFingerprint: null,
    lineCount,
    lastOccurredAt,
    lastSessionId,
    toolVersion,
    eventCount,
    duplicateCount,
    quarantinedCount,
    maskedSecretCount,
  });
  const batch = {
    workspaceId,
    sourceFileId,
    startSequence: file.readOffset,
    endSequence: readOffset,
    linesBefore: file.lineCount,
    lineCount: post.lines.length,
    eventCount,
    duplicateCount,
    maskedSecretCount,
  };
  return { batch, quarantinedCount };
}

function describeBatch(
  { workspaceId, sourceId, path }: SourceFile,
  batch: StoredPost,
  quarantined: Awaited<ReturnType<typeof listBadLines>>,
  isRepeated: boolean,
): PostOutcome {
  const badLines = quarantined.map(({ lineNumber, code, reason }) => ({
    line: lineNumber - batch.linesBefore,
    code,
    reason,
  }));
  const { lineCount, eventCount, duplicateCount, maskedSecretCount } = batch;
  const counts = {
    lineCount,
    eventCount,
    duplicateCount,
    maskedSecretCount,
    quarantinedCount: badLines.length,
  };
  return { status: "stored", file: { workspaceId, sourceId, path }, isRepeated, counts, badLines };
}

/**
 * Yields the lines with their positions in the virtual file, in parts that are prepared one after another to
 * limit memory.
 */
function* cutBatches(lines: readonly Buffer[], start: number, batchBytes: number): Generator<RawLine[]> {
  let batch: RawLine[] = [];
  let sequence = start;
  let end = start + batchBytes;
  for (const line of lines) {
    batch.push(toRawLine(line, sequence));
    sequence += spaceOf(line);
    if (sequence < end) continue;
    yield batch;
    batch = [];
    end = sequence + batchBytes;
  }
  if (batch.length > 0) yield batch;
}

function endOf(lines: readonly Buffer[], start: number): number {
  return lines.reduce((sequence, line) => sequence + spaceOf(line), start);
}

/** Counts the newline of each line too, as in a file. */
function spaceOf(line: Buffer): number {
  return line.length + 1;
}

function toRawLine(bytes: Buffer, sequence: number): RawLine {
  const byteLength = bytes.length;
  if (byteLength <= MAX_LINE_BYTES) return { sequence, bytes };
  const sha256 = sha256Of(bytes);
  return { sequence, head: bytes.subarray(0, HEAD_BYTES), byteLength, sha256, abridged: null };
}
