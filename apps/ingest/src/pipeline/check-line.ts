import { isUtf8 } from "node:buffer";
import { findJsonExcess } from "@baton/core/internal";
import type { HandoffDocumentKind, Problem } from "../sources/source-format";

export type CheckedLine =
  | { ok: true; text: string; json: unknown }
  | { ok: false; text: string; problem: Problem };

/**
 * More values than any event, document or span batch has (an OpenTelemetry exporter sends 512 spans with some
 * hundred values each). If all values are invalid, each becomes an error of some kilobytes; half a million of
 * them exceed the memory of ingest.
 */
const MAX_VALUES = 120_000;

/** Returns true if a line contains only white space and an optional byte order mark. */
export function isBlank(bytes: Buffer): boolean {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let index = start; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}

/**
 * Parses a line after checks that protect the parser and its callers.
 *
 * @returns the text in any case, with U+FFFD for bytes that are not UTF-8.
 */
export function checkLine(bytes: Buffer, maxValues: number = MAX_VALUES): CheckedLine {
  const text = bytes.toString("utf8");
  if (!isUtf8(bytes)) return refuse(text, "not_utf8", "it is not UTF-8");
  const excess = findJsonExcess(bytes, maxValues);
  if (excess) return refuse(text, excess.code, excess.message);
  try {
    return { ok: true, text, json: JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text) };
  } catch (error) {
    return refuse(text, "not_json", `it is not JSON${describeSyntaxError(error)}`);
  }
}

/** Why what an agent left for its successor is not looked at any further, or null. */
export function checkHandoffDocuments(kind: HandoffDocumentKind, bytes: Buffer): Problem | null {
  if (kind === "objectives" || kind === "features") {
    const checked = checkLine(bytes);
    return checked.ok ? null : checked.problem;
  }
  return isUtf8(bytes) ? null : { code: "not_utf8", message: "it is not UTF-8" };
}

function refuse(text: string, code: string, message: string): CheckedLine {
  return { ok: false, text, problem: { code, message } };
}

/** Returns the parser's message up to the quoted text, which is not masked yet. */
function describeSyntaxError(error: unknown): string {
  const [words = ""] = error instanceof SyntaxError ? error.message.split('"', 1) : [];
  const description = words.replace(/[,.\s]+$/, "");
  return description === "" ? "" : `: ${description}`;
}
