/**
 * Text without one layer of JSON escapes (RFC 8259, section 7), and the original position of each character.
 */
export interface UnescapedText {
  text: string;
  /**
   * Returns the index in the escaped text where the character at `index` starts; the text's length for the
   * end.
   */
  toEscaped(index: number): number;
  /** Returns the index in the escaped text, moved to the start of the escape that contains it, if any. */
  toBoundary(index: number): number;
}

const PLAIN: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  '"': '"',
  "\\": "\\",
  "/": "/",
};
const HEX = /^[0-9a-fA-F]{4}$/;

/** Removes one layer of escapes; null without any. Keeps text that is not a JSON escape. */
export function unescapeText(escaped: string): UnescapedText | null {
  let plainText = "";
  // Starts of the runs of characters with a constant offset to their original position.
  const starts = [0];
  const origins = [0];
  let end = 0;
  for (let at = escaped.indexOf("\\"); at >= 0; at = escaped.indexOf("\\", Math.max(at + 1, end))) {
    const plain = PLAIN[escaped[at + 1] ?? ""] ?? readCodeUnit(escaped, at);
    if (plain === null) continue;
    plainText += escaped.slice(end, at) + plain;
    end = at + (PLAIN[escaped[at + 1] ?? ""] === undefined ? 6 : 2);
    starts.push(plainText.length - 1, plainText.length);
    origins.push(at, end);
  }
  if (end === 0) return null;
  return {
    text: plainText + escaped.slice(end),
    toEscaped: (index) => {
      const run = findRun(starts, index);
      return (origins[run] ?? 0) + index - (starts[run] ?? 0);
    },
    toBoundary: (index) => {
      const run = findRun(origins, index);
      const origin = origins[run] ?? 0;
      const length = (starts[run + 1] ?? Number.POSITIVE_INFINITY) - (starts[run] ?? 0);
      return index - origin < length ? index : origin;
    },
  };
}

function readCodeUnit(escaped: string, at: number): string | null {
  if (escaped[at + 1] !== "u") return null;
  const digits = escaped.slice(at + 2, at + 6);
  return HEX.test(digits) ? String.fromCharCode(Number.parseInt(digits, 16)) : null;
}

/** Returns the last run that starts at or before `index`. */
function findRun(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}
