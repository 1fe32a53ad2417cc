import { toStorableText } from "@baton/server/storable-text";
import { type SQL, sql } from "drizzle-orm";

/** Short JSON escapes by character, in addition to `\u` (RFC 8259, section 7). */
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
};

/**
 * Returns a condition that a JSON text contains a string or a part of one. Each character can be written as
 * is or escaped.
 *
 * @param text a column of stored text.
 * @param part `whole`: the complete string between its quotes.
 */
export function containsJsonString(text: SQL, value: string, part: "whole" | "any"): SQL {
  if (part === "whole" && standsBetween(value)) return sql`false`;
  const quote = part === "whole" ? '"' : "";
  const plain = JSON.stringify(value).slice(1, -1);
  const pattern = [...value].map(patternOf).join("");
  const held = sql`coalesce(${text}, '')`;
  // Few texts contain escapes, and only few of these need the slower pattern.
  return sql`(strpos(${held}, ${toStorableText(`${quote}${plain}${quote}`)}) > 0
    or (strpos(${held}, '\\') > 0 and ${held} ~ ${`${quote}${pattern}${quote}`}))`;
}

/** Returns true for text that JSON has between two strings. An agent with such a name is not found by it. */
export function standsBetween(inside: string): boolean {
  const signs = inside.trim();
  return ",:]}".includes(signs.charAt(0)) && ",:[{".includes(signs.slice(-1));
}

/** Returns a regular expression of PostgreSQL that matches a character in each of its JSON forms. */
function patternOf(character: string): string {
  const units = Array.from({ length: character.length }, (_, place) => character.charCodeAt(place));
  const escaped = units.map((unit) => `\\\\u${anyCase(unit.toString(16).padStart(4, "0"))}`).join("");
  const short = SHORT_ESCAPES[character];
  const asIs = [...toStorableText(character)].map(literal).join("");
  return `(?:${[asIs, escaped, ...(short === undefined ? [] : [`\\\\${literal(short)}`])].join("|")})`;
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}
