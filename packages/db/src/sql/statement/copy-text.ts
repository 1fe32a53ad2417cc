import { toStorableText } from "@baton/server/storable-text";
import type { PgColumn } from "drizzle-orm/pg-core";
import { toStorableJson } from "./storable-json";

/** A column, and the key of its values in the rows. */
type KeyedColumn = readonly [key: string, column: Pick<PgColumn, "name" | "getSQLType">];

/**
 * Returns rows in the text format of COPY: one line per row, tabs between fields, `\N` for null (PostgreSQL's
 * manual, "COPY", file formats). Escapes characters that PostgreSQL rejects, as in all stored text.
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
  // As in JSON, which other rows use.
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "\\N";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return escapeField(toArrayLiteral(value));
  return String(value);
}

/** Returns `{"a","b"}`, PostgreSQL's literal of a text array. */
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
