import { toStorableText } from "@baton/server/storable-text";
import type { PgColumn } from "drizzle-orm/pg-core";
import { toStorableJson } from "./storable-json";

/** A column of rows, and the key that its values have in them. */
export type KeyedColumn = readonly [key: string, column: Pick<PgColumn, "name" | "getSQLType">];

/**
 * Rows in the text format of COPY: a line a row, a tab between two fields, `\N` for null (PostgreSQL's
 * manual, "COPY", file formats). What PostgreSQL would refuse in a text is escaped, as in all that is stored.
 */
export function toCopyText(columns: readonly KeyedColumn[], rows: readonly object[]): string {
  const writers = columns.map(([key, column]): [string, (value: unknown) => string] => [
    key,
    column.getSQLType() === "jsonb" ? (value) => escapeField(toStorableJson(value)) : toField,
  ]);
  let text = "";
  for (const row of rows) {
    let separator = "";
    for (const [key, write] of writers) {
      const value: unknown = Reflect.get(row, key);
      text += separator + (value === null || value === undefined ? "\\N" : write(value));
      separator = "\t";
    }
    text += "\n";
  }
  return text;
}

function toField(value: unknown): string {
  if (typeof value === "string") return escapeField(toStorableText(value));
  // As in JSON, which is the other way in.
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "\\N";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return escapeField(toArrayLiteral(value));
  return String(value);
}

/** `{"a","b"}`, as PostgreSQL reads arrays of text. */
function toArrayLiteral(values: readonly unknown[]): string {
  const elements = values.map((value) =>
    value === null ? "null" : `"${toStorableText(String(value)).replace(/["\\]/g, "\\$&")}"`,
  );
  return `{${elements.join()}}`;
}

const LINE_CHARACTERS: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeField(text: string): string {
  const escaped = text.includes("\\") ? text.replaceAll("\\", "\\\\") : text;
  return /[\n\r\t]/.test(escaped)
    ? escaped.replace(/[\n\r\t]/g, (character) => LINE_CHARACTERS[character] ?? character)
    : escaped;
}
