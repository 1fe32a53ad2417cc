/** A standalone number: not part of a name, path, three-part version, date or time. */
const NUMBER =
  /(?<![\p{L}\p{N}_.,/#:-])\d{1,3}(?:,\d{3})+(?:\.\d{1,10})?|(?<![\p{L}\p{N}_.,/#:-])\d{1,20}(?:\.\d{1,10})?/gu;

/** Allowed text after a number, which must not make it a part of something else. */
const ENDS =
  /^(?![\p{L}\p{N}_/:-]|\.\d|[.)]\s)|^ ?(?:%|×|x\b|ms\b|s\b|k\b|KB\b|kB\b|MB\b|GB\b|MiB\b|px\b|h\b)/u;

/** A single digit is usually an item number. */
const COUNTED =
  /^ ?(?:%|×|(?:ms|s|h|KB|kB|MB|GB|MiB|minutes?|hours?|days?|times|tests?|failures?|errors?|retries)\b)/;

/** Returns the numbers of a text, without thousands separators. */
export function findNumbers(text: string): string[] {
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const [number] = match;
    const behind = text.slice(match.index + number.length, match.index + number.length + 12);
    if (!ENDS.test(behind)) return [];
    return number.length > 1 || COUNTED.test(behind) ? [number.replaceAll(",", "")] : [];
  });
}
