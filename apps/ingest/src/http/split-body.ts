import { Refusal } from "@baton/http";

/** Maximum lines per request, because each may need a row and a result in the response. */
const MAX_LINES = 50_000;

const NEWLINE = 0x0a;
const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Splits NDJSON at the byte 0x0A. The last line needs no newline.
 *
 * @throws {Refusal} 413 if there are too many lines.
 */
export function splitLines(body: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < body.length; ) {
    const newline = body.indexOf(NEWLINE, start);
    const end = newline < 0 ? body.length : newline;
    addLine(lines, body.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

/**
 * Splits a JSON array into its elements without parsing them, so that an invalid element does not affect
 * others.
 *
 * @throws {Refusal} 400 if the body is not a complete array, 413 if it has too many elements.
 */
export function splitArray(body: Buffer): Buffer[] {
  const open = skipSpace(body, body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0);
  if (body[open] !== 0x5b) throw refuseShape();
  const elements: Buffer[] = [];
  let start = open + 1;
  let depth = 1;
  for (let index = start; index < body.length; index++) {
    const byte = body[index] ?? 0;
    if (byte === QUOTE) {
      index = endOfString(body, index);
    } else if (OPENING.has(byte)) {
      depth += 1;
    } else if (byte === COMMA && depth === 1) {
      addLine(elements, trim(body.subarray(start, index)));
      start = index + 1;
    } else if (CLOSING.has(byte)) {
      depth -= 1;
      if (depth > 0) continue;
      if (skipSpace(body, index + 1) < body.length) throw refuseShape();
      const last = trim(body.subarray(start, index));
      if (elements.length > 0 || last.length > 0) addLine(elements, last);
      return elements;
    }
  }
  throw refuseShape();
}

/** Returns the index of the closing quote of the string that begins at `start`, or the end of the body. */
function endOfString(body: Buffer, start: number): number {
  let index = start + 1;
  while (index < body.length && body[index] !== QUOTE) index += body[index] === BACKSLASH ? 2 : 1;
  return index;
}

function skipSpace(body: Buffer, start: number): number {
  let index = start;
  while (isSpace(body[index])) index += 1;
  return index;
}

function trim(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (isSpace(bytes[end - 1])) end -= 1;
  return bytes.subarray(Math.min(skipSpace(bytes, 0), end), end);
}

/** Returns true for white space of RFC 8259, section 2. */
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function addLine(lines: Buffer[], line: Buffer): void {
  if (lines.length >= MAX_LINES) {
    throw new Refusal(
      413,
      "too_many_lines",
      `A request may contain at most ${MAX_LINES} lines. Send it in parts.`,
    );
  }
  lines.push(line);
}

function refuseShape(): Refusal {
  return new Refusal(400, "not_an_array", "The Content-Type is JSON but the body is not an array of events.");
}
