import "server-only";
import { pipeline } from "node:stream";
import type { AuditRecord } from "@baton/server/audit";
import type { AuditFormat } from "@baton/services/audit/export-audit-log";
import { stringify } from "csv-stringify";
import { toFile, toStream } from "./file-response";

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
 * Streams audit entries as a file: `jsonl` has each entry as it is hashed. In `csv`, text that a spreadsheet
 * would read as a formula starts with an apostrophe.
 */
export function toAuditFile(
  records: AsyncIterable<AuditRecord>,
  { workspaceId, format }: { workspaceId: string; format: AuditFormat },
): Response {
  const stream = format === "jsonl" ? toStream(toLines(records)) : streamCsv(records);
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
    bom: true,
    record_delimiter: "windows",
  });
  // The pipeline destroys the lines with the error, so their reader gets it.
  pipeline(records, lines, () => undefined);
  return toStream(lines);
}

async function* toLines(records: AsyncIterable<AuditRecord>): AsyncGenerator<Uint8Array> {
  for await (const record of records) yield Buffer.from(`${JSON.stringify(record)}\n`);
}
