import { withoutCompression } from "../compression";

/**
 * Returns the paths of which a file may be a rotated copy, by its name: `a.jsonl.1`, `a.jsonl-20260102` and
 * `a-20260102.jsonl` of `a.jsonl`. The number of paths is limited by the dots and hyphens of the name, so
 * that copies can be looked up: comparing all names of a folder would take quadratic time. A compressed file
 * (`a.jsonl.1.gz`) may also be a copy of the file without compression.
 */
export function listOriginals(rotated: string): string[] {
  const path = withoutCompression(rotated);
  const begin = path.lastIndexOf("/") + 1;
  const originals = path === rotated ? [] : [path];
  originals.push(...cutTails(path, begin, 1));
  const dot = path.lastIndexOf(".");
  if (dot <= begin) return originals;
  const extension = path.slice(dot);
  for (const stem of cutTails(path.slice(0, dot), begin, 8)) {
    const original = stem + extension;
    // A suffix after the whole name was removed above.
    if (!path.startsWith(original)) originals.push(original);
  }
  return originals;
}

/**
 * Returns the name before each suffix of a dot or hyphen, digits, and other characters of numbers and times.
 */
function cutTails(path: string, begin: number, digits: number): string[] {
  const cut: string[] = [];
  let digitsBehind = 0;
  for (let at = path.length - 1; at > begin; at--) {
    const sign = path.charAt(at);
    const isDigit = sign >= "0" && sign <= "9";
    const isMark = sign === "." || sign === "-";
    if (isMark && digitsBehind >= digits) cut.push(path.slice(0, at));
    if (!isDigit && !isMark && sign !== "T") break;
    digitsBehind = isDigit ? digitsBehind + 1 : 0;
  }
  return cut;
}
