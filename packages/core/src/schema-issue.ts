import type { z } from "zod";
import { shorten } from "./shorten";

/**
 * Describes how a document violates a schema, and where.
 *
 * @returns one sentence per issue, each starting with the JSON Pointer (RFC 6901) of the place, such as
 * `/tokens_saved is text ("3,800"), a number is needed`.
 */
export function describeIssues({ issues }: Pick<z.ZodError, "issues">, document: unknown): string[] {
  return issues.map((issue) => {
    const pointer = toPointer(issue.path);
    const place = pointer === "" ? "the whole" : pointer;
    if (issue.code === "invalid_type") {
      const value = valueAt(document, issue.path);
      if (value === undefined && issue.expected === "nonoptional") return `${place} is missing`;
      return value === undefined
        ? `${place} is missing, ${nameType(issue.expected)} is needed`
        : `${place} is ${nameValue(value)}, ${nameType(issue.expected)} is needed`;
    }
    if (issue.code === "invalid_value") {
      const value = valueAt(document, issue.path);
      return `${place} is ${value === undefined ? "missing" : nameValue(value)}, one of ${issue.values.map(String).join(", ")} is needed`;
    }
    return `${place}: ${issue.message}`;
  });
}

/** Limit, because a list of half a million numbers instead of texts has half a million issues. */
const MAX_SENTENCES = 20;

/** Returns the first twenty as one text, with the number of others. */
export function sumUpIssues({ issues }: Pick<z.ZodError, "issues">, document: unknown): string {
  const sentences = describeIssues({ issues: issues.slice(0, MAX_SENTENCES) }, document);
  const moreCount = issues.length - sentences.length;
  return [...sentences, ...(moreCount > 0 ? [`and ${moreCount} more`] : [])].join("; ");
}

/** In UTF-16 units; real paths are much shorter. */
const MAX_POINTER = 2_000;

/**
 * Returns a JSON Pointer (RFC 6901) for `path`, truncated to 2,000 characters with `…`, because each path
 * below a long key repeats it.
 */
export function toPointer(path: readonly PropertyKey[]): string {
  let pointer = "";
  for (const key of path) {
    const name = String(key).slice(0, MAX_POINTER + 1);
    pointer += `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (pointer.length > MAX_POINTER) return shorten(pointer, MAX_POINTER);
  }
  return pointer;
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  let value = document;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

const TYPE_NAMES: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function nameType(expected: string): string {
  return TYPE_NAMES[expected] ?? expected;
}

function nameValue(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return `text (${JSON.stringify(shorten(value, 40))})`;
  if (typeof value === "number" || typeof value === "boolean") return `${typeof value} (${value})`;
  return Array.isArray(value) ? "a list" : "an object";
}
