/** Many times the size of a whole handoff, in UTF-16 units. */
const MAX_LENGTH = 65_536;

/** Maximum depth of open brackets. */
const MAX_DEPTH = 60;

/**
 * Maximum depth of calls or functions with type arguments, `<T>(`, because each at least doubles the parser's
 * work.
 */
const MAX_GENERIC_DEPTH = 4;

/** Maximum number of conditions nested in brackets, or chained in a statement before a bracket: `? (`. */
const MAX_CONDITIONS = 12;

/**
 * Comments and strings, which are skipped, and the relevant signs. The sign of an arrow closes no bracket.
 */
const SIGNS =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/.*|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|=>|>\s*\(|\?\s*[([<]|[()[\]{}<>;]/g;

const CLOSING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{", ">": "<" };

/**
 * Returns true if the parser could take too long for a text. It tries several readings of some signs inside
 * each other, so its time may double with each. Real declarations of types stay below these limits.
 */
export function isIntricate(text: string): boolean {
  if (text.length > MAX_LENGTH) return true;
  const open: string[] = [];
  let [generic, conditions] = [0, 0];
  for (const [sign] of text.matchAll(SIGNS)) {
    const last = sign.at(-1) ?? "";
    if (sign === "=>" || /^["'/]/.test(sign)) continue;
    if (sign === ";") conditions = 0;
    if (sign.startsWith(">")) closeBracket(open, "<");
    if (sign.startsWith("?")) conditions += 1;
    if (/[([{<]/.test(last)) {
      const bracket = sign.length > 1 && sign.startsWith(">") ? ">(" : last;
      open.push(bracket);
      if (bracket === ">(") generic += 1;
    } else if (sign !== ">" && CLOSING[last]) {
      const closed = closeBracket(open, CLOSING[last]);
      generic -= closed.filter((bracket) => bracket === ">(").length;
    }
    if (open.length > MAX_DEPTH || generic > MAX_GENERIC_DEPTH || conditions > MAX_CONDITIONS) return true;
  }
  return false;
}

/** Removes the last open bracket of a kind, with the unclosed ones inside it. */
function closeBracket(open: string[], bracket: string): string[] {
  const index = open.findLastIndex((candidate) => candidate.endsWith(bracket));
  return index < 0 || (bracket === "<" && index !== open.length - 1) ? [] : open.splice(index);
}
