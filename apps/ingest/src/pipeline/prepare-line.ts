import type { MaskedText, SecretScanner } from "@baton/core/secret-scanner";
import { isGoverned, type LineShape, type SessionRecord } from "@baton/core/session";
import type { EventLine, QuarantinedLine, ResolvedRecord } from "@baton/db/write";
import { sha256Of } from "../sha256";
import type { LineFormat, Problem } from "../sources/source-format";
import { decodeLine, isBlank, parseLine } from "./check-line";
import { explainFault } from "./explain-fault";
import { cutForQuarantine } from "./quarantine-text";
import { type LongLine, MAX_LINE_BYTES, type RawLine } from "./read-lines";
import { resolveRecords } from "./resolve-record";

/** Context shared by the lines of a batch. */
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
 * Turns a line's bytes into its row: checked, masked, parsed, resolved. Quarantines a line on which any step
 * fails.
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

/** Prepares a line, and quarantines it if that fails. */
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

/** Returns the masked text, or no text if masking fails. */
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
  const { format, scanner, defaultSession } = context;
  const { text, problem } = decodeLine(bytes);
  if (problem) return quarantine(original, problem, scanner.maskText(text), context, place);
  // Only the masked text is parsed, so that no column gets an unmasked value.
  const masked = scanner.maskJson(text);
  const parsed = parseLine(masked.text);
  if (!parsed.ok) return quarantine(original, parsed.problem, scanner.maskText(text), context, place);
  const read = format.readLine(parsed.json, defaultSession, place.memory);
  if (!read.ok) return quarantine(original, read.problem, masked, context, place);
  const unmasked = masked.secretCount === 0 ? read.records : unmaskFacts(read.records, text, context, place);
  const { sequence } = original;
  const resolved = resolveRecords(unmasked, { ...context, sequence, carriedTime: place.carriedTime });
  if (!resolved.ok) return quarantine(original, resolved.problem, masked, context, place);
  return {
    kind: "event",
    shape: format.readShape?.(parsed.json) ?? null,
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
 * Drops masked IDs, because different ones would become equal. Sizes that Baton counts are those of the
 * original, which is parsed only for them.
 */
function unmaskFacts(
  [first, ...others]: readonly [SessionRecord, ...SessionRecord[]],
  original: string,
  { format, defaultSession }: LineContext,
  { memory }: LinePlace,
): [SessionRecord, ...SessionRecord[]] {
  const parsed = [first, ...others].some(hasCountedSize) ? parseLine(original) : null;
  const read = parsed?.ok ? format.readLine(parsed.json, defaultSession, memory) : null;
  const unmask = (record: SessionRecord, index: number) => {
    const { handoff, task } = (read?.ok && read.records[index]) || record;
    return {
      ...record,
      identity: isMasked(record.identity) ? null : record.identity,
      handoff: record.handoff && { ...record.handoff, afterTokens: handoff?.afterTokens ?? null },
      task: record.task && { ...record.task, handoffTokens: task?.handoffTokens ?? null },
      spans: record.spans.filter(({ traceId, spanId }) => !isMasked(traceId) && !isMasked(spanId)),
    };
  };
  return [unmask(first, 0), ...others.map((record, index) => unmask(record, index + 1))];
}

/** The writer of a context counts its sizes itself. */
function hasCountedSize({ handoff, task }: SessionRecord): boolean {
  return task !== null || (handoff?.measureAfter === "counted" && !isGoverned(handoff.kind));
}

function isMasked(id: string | null): boolean {
  return id?.includes("[masked:") ?? false;
}

/** Reads a long line without its long strings, if its format declares that these are never needed. */
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
      // A quoted part of the message may quote the line.
      reason: storesContent ? message : message.replace(/"(?:[^"\\]|\\.)*"/g, "…"),
      text: storesContent ? cutForQuarantine(masked.text) : null,
    },
    maskedSecretCount: masked.secretCount,
  };
}
