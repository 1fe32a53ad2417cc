import { isUtf8 } from "node:buffer";
import { findJsonExcess } from "@baton/core";
import type { Problem, SuccessionKind } from "../sources/source-format";

export type CheckedLine =
  | { ok: true; text: string; json: unknown }
  | { ok: false; text: string; problem: Problem };

/**
 * More than any event, document or batch of spans has (an exporter of OpenTelemetry sends 512 spans at once,
 * of some hundred values each). Where each of them is wrong, each becomes a fault of some kilobyte before
 * anybody can say so: half a million of them are more than ingest has memory.
 */
const MAX_VALUES = 120_000;

/** Whether a line holds nothing but white space and perhaps a byte order mark. */
export function isBlank(bytes: Buffer): boolean {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let index = start; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}

/**
 * Parses a line after what could bring the parser or its callers down has been ruled out.
 *
 * @returns the text in any case, where it is not UTF-8 with U+FFFD in place of the bad bytes.
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
export function checkSuccession(kind: SuccessionKind, bytes: Buffer): Problem | null {
  if (kind === "objectives" || kind === "features") {
    const checked = checkLine(bytes);
    return checked.ok ? null : checked.problem;
  }
  return isUtf8(bytes) ? null : { code: "not_utf8", message: "it is not UTF-8" };
}

function refuse(text: string, code: string, message: string): CheckedLine {
  return { ok: false, text, problem: { code, message } };
}

/** The parser's own words, up to where it quotes the text: that has not been looked through for secrets. */
function describeSyntaxError(error: unknown): string {
  const [words = ""] = error instanceof SyntaxError ? error.message.split('"', 1) : [];
  const description = words.replace(/[,.\s]+$/, "");
  return description === "" ? "" : `: ${description}`;
}
