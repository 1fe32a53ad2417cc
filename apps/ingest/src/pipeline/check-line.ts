import { isUtf8 } from "node:buffer";
import { findJsonExcess } from "@baton/core/internal";
import type { HandoffDocumentKind, Problem } from "../sources/source-format";

type CheckedLine = { ok: true; text: string; json: unknown } | { ok: false; text: string; problem: Problem };

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
export function checkLine(bytes: Buffer, maxValues?: number): CheckedLine {
  const { text, problem } = decodeLine(bytes, maxValues);
  if (problem) return { ok: false, text, problem };
  const parsed = parseLine(text);
  return parsed.ok ? { ok: true, text, json: parsed.json } : { ok: false, text, problem: parsed.problem };
}

/**
 * Decodes a line.
 *
 * @returns the text, with U+FFFD for bytes that are not UTF-8, and why it must not be parsed; null if it may.
 */
export function decodeLine(bytes: Buffer, maxValues?: number): { text: string; problem: Problem | null } {
  const text = bytes.toString("utf8");
  if (!isUtf8(bytes)) return { text, problem: NOT_UTF8 };
  return { text, problem: findJsonExcess(bytes, maxValues) };
}

/** Parses the text of a line. */
export function parseLine(text: string): { ok: true; json: unknown } | { ok: false; problem: Problem } {
  try {
    return { ok: true, json: JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text) };
  } catch (error) {
    const message = `it is not JSON${describeSyntaxError(error)}`;
    return { ok: false, problem: { code: "not_json", message } };
  }
}

const NOT_UTF8: Problem = { code: "not_utf8", message: "it is not UTF-8" };

/** Returns why a file for the next agent is not parsed, or null. */
export function checkHandoffDocuments(kind: HandoffDocumentKind, bytes: Buffer): Problem | null {
  if (kind === "objectives" || kind === "features") {
    const checked = checkLine(bytes);
    return checked.ok ? null : checked.problem;
  }
  return isUtf8(bytes) ? null : NOT_UTF8;
}

/** Returns the parser's message up to the quoted text, which is not masked yet. */
function describeSyntaxError(error: unknown): string {
  const [words = ""] = error instanceof SyntaxError ? error.message.split('"', 1) : [];
  const description = words.replace(/[,.\s]+$/, "");
  return description === "" ? "" : `: ${description}`;
}
