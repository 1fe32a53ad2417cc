/** Text with one layer of JSON's escapes taken off (RFC 8259, section 7), and where each of its characters came from. */
export interface UnescapedText {
  text: string;
  /** The index in the escaped text at which the character at `index` begins; its length for the end. */
  toEscaped(index: number): number;
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([bfnrt"\\/]))/g;
const PLAIN: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Takes one layer of escapes off; null where there is none. What is no escape of JSON's stays as it is. */
export function unescapeText(escaped: string): UnescapedText | null {
  if (!escaped.includes("\\")) return null;
  const parts: string[] = [];
  // Where a run of characters begins that stand at a fixed distance from where they stood.
  const starts = [0];
  const origins = [0];
  let length = 0;
  let end = 0;
  for (const match of escaped.matchAll(ESCAPE)) {
    const [sequence, hex, letter = ""] = match;
    const plain =
      hex === undefined ? (PLAIN[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16));
    parts.push(escaped.slice(end, match.index), plain);
    length += match.index - end + 1;
    end = match.index + sequence.length;
    starts.push(length - 1, length);
    origins.push(match.index, end);
  }
  if (parts.length === 0) return null;
  parts.push(escaped.slice(end));
  return {
    text: parts.join(""),
    toEscaped: (index) => {
      const run = findRun(starts, index);
      return (origins[run] ?? 0) + index - (starts[run] ?? 0);
    },
  };
}

/** The last run that begins at or before `index`. */
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
