import { isUtf8 } from "node:buffer";
import type { Problem, SuccessionKind } from "../sources/source-format";

/** Deeper than any event is, and far from where recursion over a value would run out of stack. */
const MAX_DEPTH = 200;

/** `[],[],…` takes twenty times its size in memory once it is parsed: so many values are no event. */
const MAX_VALUES = 500_000;

export type CheckedLine =
  | { ok: true; text: string; json: unknown }
  | { ok: false; text: string; problem: Problem };

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
export function checkLine(bytes: Buffer): CheckedLine {
  const text = bytes.toString("utf8");
  if (!isUtf8(bytes)) return refuse(text, "not_utf8", "it is not UTF-8");
  const excess = findExcess(bytes);
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

function findExcess(bytes: Buffer): Problem | null {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (isInString) {
      if (byte === 0x5c) index += 1;
      else if (byte === 0x22) isInString = false;
    } else if (byte === 0x22) {
      isInString = true;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH)
        return { code: "too_deep", message: `it is nested deeper than ${MAX_DEPTH} levels` };
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
    } else if (byte === 0x2c) {
      values += 1;
      if (values > MAX_VALUES)
        return { code: "too_many_values", message: `it holds more than ${MAX_VALUES} values` };
    }
  }
  return null;
}

/** The parser's own words, up to where it quotes the text: that has not been looked through for secrets. */
function describeSyntaxError(error: unknown): string {
  const [words = ""] = error instanceof SyntaxError ? error.message.split('"', 1) : [];
  const description = words.replace(/[,.\s]+$/, "");
  return description === "" ? "" : `: ${description}`;
}
