import { createHash } from "node:crypto";
import { SecretScanner } from "@baton/core/secret-scanner";
import { readSessionEvent } from "@baton/core/session";
import { type Database, ensurePartitions } from "@baton/db";
import { advanceCursor, claimPostedFile, limitWaiting, positionKey } from "@baton/db/write";
import { storeLines } from "./store-lines";

export interface EventToRecord {
  workspaceId: string;
  /** Prefix of the API key, and the path of the request: together the virtual file of the event. */
  prefix: string;
  address: string;
  /** An event of a session file, with its time. */
  event: { event_type: string };
  occurredAt: Date;
}

let scanner: SecretScanner | undefined;

/**
 * Stores an event that Baton's own server writes, masked, with everything derived from it.
 *
 * @throws if it is not a valid event, or the workspace was deleted.
 */
export async function recordEvent(db: Database, toRecord: EventToRecord): Promise<void> {
  const { workspaceId, occurredAt, event, ...place } = toRecord;
  scanner ??= new SecretScanner();
  const original = JSON.stringify(event);
  const masked = scanner.maskJson(original);
  const read = readSessionEvent(JSON.parse(masked.text));
  if (!read.ok) throw new Error(`this is not an event: ${read.problem.message}`);
  const { record } = read;
  const byteLength = Buffer.byteLength(original);
  const sha256 = createHash("sha256").update(original).digest("hex");
  await ensurePartitions(db, [occurredAt]);
  await db.transaction(async (tx) => {
    await limitWaiting(tx);
    const file = await claimPostedFile(tx, { workspaceId, ...place, format: "session" });
    if (!file) throw new Error("the workspace was deleted");
    const { sourceFileId, generation, readOffset: sequence } = file;
    const position = { sourceFileId, generation, sequence, ordinal: 0 };
    const lineNumber = file.lineCount + 1;
    const { sessionId } = record;
    const resolved = {
      ...position,
      eventId: record.identity ?? positionKey(position),
      occurredAt,
      sessionId,
      record,
    };
    const { secretCount: maskedSecretCount } = masked;
    const stored = await storeLines(tx, {
      workspaceId,
      format: "session",
      hasContent: true,
      lines: [{ lineNumber, text: masked.text, byteLength, sha256, maskedSecretCount, records: [resolved] }],
      quarantined: [],
      shapes: [],
    });
    const end = sequence + byteLength + 1;
    await advanceCursor(tx, {
      workspaceId,
      sourceFileId,
      readOffset: end,
      fileSize: end,
      fingerprint: null,
      fingerprintLength: 0,
      cursorFingerprint: null,
      lineCount: lineNumber,
      lastOccurredAt: occurredAt,
      lastSessionId: sessionId,
      eventCount: stored.eventCount,
      duplicateCount: stored.duplicateCount,
      quarantinedCount: 0,
      maskedSecretCount,
    });
  });
}
