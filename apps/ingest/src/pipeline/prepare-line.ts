import type { MaskedText, SecretScanner } from "@baton/core/secret-scanner";
import type { LineShape, SessionRecord, SpanFacts } from "@baton/core/session";
import type { EventLine, QuarantinedLine, ResolvedRecord } from "@baton/db/write";
import { sha256Of } from "../sha256";
import type { LineFormat, Problem, ReadLine } from "../sources/source-format";
import { checkLine, isBlank } from "./check-line";
import { explainFault } from "./explain-fault";
import { cutForQuarantine } from "./quarantine-text";
import { type LongLine, MAX_LINE_BYTES, type RawLine } from "./read-lines";
import { resolveRecord } from "./resolve-record";

/** Shared by the lines of a batch. */
export interface LineContext {
  format: Pick<LineFormat, "readLine" | "readShape" | "hasLongContent">;
  scanner: SecretScanner;
  storesContent: boolean;
  workspaceId: string;
  sourceFileId: number;
  generation: number;
  defaultSession: string | null;
  /** The clock, in milliseconds since 1970. */
  now: number;
}

/** Position of a line. */
export interface LinePlace {
  lineNumber: number;
  carriedTime: Date;
  /** State of the previous lines as JSON; null without any. */
  memory: unknown;
}

export type PreparedLine =
  | { kind: "blank" }
  /** `shape`: the unrecognized parts of a line, if its format reports them. */
  | { kind: "event"; line: EventLine; shape: LineShape | null; memory: unknown }
  | { kind: "quarantined"; line: QuarantinedLine; maskedSecretCount: number };

/**
 * Takes a line from bytes to what is stored of it: checked, masked, parsed, resolved. A line that any of this
 * fails on goes to quarantine.
 */
export function prepareLine(raw: RawLine, context: LineContext, place: LinePlace): PreparedLine {
  if ("bytes" in raw && isBlank(raw.bytes)) return { kind: "blank" };
  return guardLine(raw, context, place, () => {
    const original = toOriginal(raw);
    return "bytes" in raw
      ? prepareBytes(raw.bytes, original, context, place)
      : prepareLong(raw, original, context, place);
  });
}

/** Prepares a line; where that fails, the line goes to quarantine. */
export function guardLine(
  raw: RawLine,
  context: LineContext,
  place: LinePlace,
  prepare: () => PreparedLine,
): PreparedLine {
  try {
    return prepare();
  } catch (error) {
    const text = ("bytes" in raw ? raw.bytes : raw.head).toString("utf8");
    const masked = maskIfPossible(text, context);
    return quarantine(toOriginal(raw), explainFault(error), masked, context, place);
  }
}

function toOriginal(raw: RawLine): OriginalLine {
  if (!("bytes" in raw)) return { sequence: raw.sequence, byteLength: raw.byteLength, sha256: raw.sha256 };
  return { sequence: raw.sequence, byteLength: raw.bytes.length, sha256: sha256Of(raw.bytes) };
}

/** Leaves the text out where masking is what fails. */
export function maskIfPossible(text: string, { scanner }: Pick<LineContext, "scanner">): MaskedText {
  try {
    return scanner.maskText(text);
  } catch {
    return { text: "", secretCount: 0 };
  }
}

/** Facts about the original bytes of a line. */
interface OriginalLine {
  sequence: number;
  byteLength: number;
  sha256: string;
}

function prepareBytes(
  bytes: Buffer,
  original: OriginalLine,
  context: LineContext,
  place: LinePlace,
): PreparedLine {
  const { sequence } = original;
  const checked = checkLine(bytes);
  if (!checked.ok) {
    return quarantine(original, checked.problem, context.scanner.maskText(checked.text), context, place);
  }
  const masked = context.scanner.maskJson(checked.text);
  const json = masked.secretCount === 0 ? checked.json : parseMasked(masked);
  const read = readMasked(context, place, checked.json, json);
  if (!read.ok) return quarantine(original, read.problem, masked, context, place);
  const resolved = resolveRecords(read.records, sequence, context, place.carriedTime);
  if (!resolved.ok) return quarantine(original, resolved.problem, masked, context, place);
  return {
    kind: "event",
    shape: context.format.readShape?.(json) ?? null,
    memory: read.memory ?? place.memory,
    line: {
      lineNumber: place.lineNumber,
      text: context.storesContent ? masked.text : null,
      byteLength: original.byteLength,
      sha256: original.sha256,
      maskedSecretCount: masked.secretCount,
      records: resolved.records,
    },
  };
}

/**
 * Reads the masked line, so that no column gets an unmasked value. Sizes are those of the original. A masked
 * ID is dropped, because different IDs would become equal.
 */
function readMasked(
  { format, defaultSession }: LineContext,
  { memory }: LinePlace,
  original: unknown,
  masked: unknown,
): ReadLine {
  const read = format.readLine(masked, defaultSession, memory);
  if (masked === original) return read;
  const unmasked = format.readLine(original, defaultSession, memory);
  if (!read.ok || !unmasked.ok) return read;
  const [first, ...others] = read.records;
  const restore = (record: SessionRecord, index: number) => restoreFacts(record, unmasked.records[index]);
  return {
    ...read,
    records: [restore(first, 0), ...others.map((record, index) => restore(record, index + 1))],
  };
}

function parseMasked({ text }: MaskedText): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ""));
}

function restoreFacts(record: SessionRecord, original: SessionRecord | undefined): SessionRecord {
  return {
    ...record,
    identity: record.identity === original?.identity ? record.identity : null,
    handoff: record.handoff && { ...record.handoff, afterTokens: original?.handoff?.afterTokens ?? null },
    task: record.task && { ...record.task, handoffTokens: original?.task?.handoffTokens ?? null },
    spans: record.spans.filter((span, index) => isSameSpan(span, original?.spans[index])),
  };
}

function isSameSpan(span: SpanFacts, original: SpanFacts | undefined): boolean {
  return span.traceId === original?.traceId && span.spanId === original.spanId;
}

function resolveRecords(
  records: readonly SessionRecord[],
  sequence: number,
  { sourceFileId, generation, defaultSession, now, storesContent }: LineContext,
  carriedTime: Date,
): { ok: true; records: [ResolvedRecord, ...ResolvedRecord[]] } | { ok: false; problem: Problem } {
  const all: ResolvedRecord[] = [];
  for (const [ordinal, record] of records.entries()) {
    const resolution = resolveRecord(record, {
      sourceFileId,
      generation,
      sequence,
      ordinal,
      defaultSession,
      now,
      storesContent,
      carriedTime: all.at(-1)?.occurredAt ?? carriedTime,
    });
    if (!resolution.ok) return resolution;
    all.push(resolution.resolved);
  }
  const [first, ...others] = all;
  if (!first) throw new Error("a line that was read has a record");
  return { ok: true, records: [first, ...others] };
}

/** Reads a long line without its long strings, where its format says that nothing that counts is in them. */
function prepareLong(
  { head, abridged }: LongLine,
  original: OriginalLine,
  context: LineContext,
  place: LinePlace,
): PreparedLine {
  if (abridged && context.format.hasLongContent) {
    const prepared = prepareBytes(abridged, original, context, place);
    if (prepared.kind === "event") return { ...prepared, line: withoutCounts(prepared.line) };
  }
  const message = `it is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB`;
  const masked = context.scanner.maskText(head.toString("utf8"));
  return quarantine(original, { code: "too_long", message }, masked, context, place);
}

/** Clears counts by Baton, because they may include a removed string. */
function withoutCounts(line: EventLine): EventLine {
  const [first, ...others] = line.records;
  return { ...line, records: [withoutCount(first), ...others.map(withoutCount)] };
}

function withoutCount(resolved: ResolvedRecord): ResolvedRecord {
  const { handoff } = resolved.record;
  if (handoff?.measureAfter !== "counted") return resolved;
  const unmeasured = { ...handoff, afterTokens: null, measureAfter: null };
  return { ...resolved, record: { ...resolved.record, handoff: unmeasured } };
}

function quarantine(
  original: OriginalLine,
  { code, message }: Problem,
  masked: MaskedText,
  { workspaceId, sourceFileId, generation, storesContent }: LineContext,
  { lineNumber }: LinePlace,
): PreparedLine {
  return {
    kind: "quarantined",
    line: {
      workspaceId,
      sourceFileId,
      generation,
      lineNumber,
      code,
      ...original,
      // A quoted part of the message is a part of the line.
      reason: storesContent ? message : message.replace(/"(?:[^"\\]|\\.)*"/g, "…"),
      text: storesContent ? cutForQuarantine(masked.text) : null,
    },
    maskedSecretCount: masked.secretCount,
  };
}
