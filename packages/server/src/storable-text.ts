const UNSTORABLE = /\0|\uFDD0|\p{Surrogate}/gu;
const ESCAPED = /\uFDD0([0-9a-f]{4})/g;

/**
 * Makes any JavaScript text storable in PostgreSQL, which rejects NUL and lone surrogates. Each becomes
 * U+FDD0 and four hex digits, as does U+FDD0 itself, a noncharacter that real texts do not contain; all other
 * text is unchanged. `fromStorableText` reverses it.
 */
export function toStorableText(text: string): string {
  return text.replace(UNSTORABLE, (unit) => `\uFDD0${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Reverses `toStorableText`. */
export function fromStorableText(text: string): string {
  return text.replace(ESCAPED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
