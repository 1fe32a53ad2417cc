/** A reason on a separate line, as in `- Why: it is slower`. */
const REASON_LINE =
  /\n[ \t]*(?:[-*+][ \t]+)?(?:\*\*|__)?(?:rationale|reason|why(?: it failed)?|because)(?:\*\*|__)?:(?:\*\*|__)?[ \t]+/i;

/** Separators between a statement and its reason. The first one in a text counts. */
const SEPARATOR =
  /:[ \t\n]|[ \t\n](?=because\b|since\b|so that\b|due to\b|in order to\b|to (?:avoid|enable|keep|prevent|suppress)\b)|[ \t](?:[–—]|--)[ \t]/i;

/** A bold label with its colon, as in `**Encoding:** UTF-8 everywhere`. */
const BOLD_LABEL = /^(?:\*\*|__)([^*_\n]+):(?:\*\*|__)[ \t]+/;

/**
 * Splits a choice or attempt from its reason at the first colon, dash or conjunction outside of code.
 *
 * @param item a list item in Markdown.
 * @returns both; the reason is null if the item has none.
 */
export function splitReason(item: string): [thing: string, reason: string | null] {
  const text = item.trim();
  const label = BOLD_LABEL.exec(text);
  if (label) return pair(label[1] ?? "", text.slice(label[0].length), text);
  const withoutCode = text.replace(/`[^`]*`/g, (code) => "`".repeat(code.length));
  const separator = REASON_LINE.exec(withoutCode) ?? SEPARATOR.exec(withoutCode);
  if (!separator) return [text, null];
  return pair(text.slice(0, separator.index), text.slice(separator.index + separator[0].length), text);
}

function pair(thing: string, reason: string, whole: string): [string, string | null] {
  return thing.trim() === "" || reason.trim() === "" ? [whole, null] : [thing.trim(), reason.trim()];
}
