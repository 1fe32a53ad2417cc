import "server-only";
import { pipeline } from "node:stream";
import { type AuditFilter, type Database, listAuditChain } from "@baton/db";
import type { AuditRecord } from "@baton/server/audit";
import { stringify } from "csv-stringify";
import { toFile, toStream } from "./file-response";

export const AUDIT_FORMATS = ["csv", "jsonl"] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

const COLUMNS = [
  "sequence",
  "occurred_at",
  "actor_name",
  "actor_id",
  "action",
  "subject",
  "details",
  "hash",
] as const satisfies readonly (keyof AuditRecord)[];

const TYPES = { csv: "text/csv; charset=utf-8", jsonl: "application/jsonl" } satisfies Record<
  AuditFormat,
  string
>;

/**
 * Streams the audit log as a file, from its first entry.
 *
 * - `jsonl`: the whole chain, each entry as it is hashed, so that any
 * reader can verify it; ignores the filter.
 * - `csv`: the entries that match the filter. Text that a spreadsheet
 * would read as a formula starts with an apostrophe.
 */
export function exportAuditLog(
  db: Database,
  { workspaceId, format, filter }: { workspaceId: string; format: AuditFormat; filter: AuditFilter },
): Response {
  const stream =
    format === "jsonl"
      ? toStream(toLines(listAuditChain(db, { workspaceId })))
      : streamCsv(listAuditChain(db, { workspaceId, filter }));
  return toFile(stream, { type: TYPES[format], name: `audit-${workspaceId}`, format });
}

/**
 * Writes entries for a spreadsheet. An unreadable entry ends the
 * file; a client that disconnects stops the reading.
 */
export function streamCsv(records: AsyncIterable<AuditRecord>): ReadableStream<Uint8Array> {
  const lines = stringify({
    header: true,
    columns: [...COLUMNS],
    escape_formulas: true,
    record_delimiter: "windows",
  });
  // The pipeline destroys the lines with the error, so their reader gets it.
  pipeline(records, lines, () => undefined);
  return toStream(lines);
}

async function* toLines(records: AsyncIterable<AuditRecord>): AsyncGenerator<Uint8Array> {
  for await (const record of records) yield Buffer.from(`${JSON.stringify(record)}\n`);
}
