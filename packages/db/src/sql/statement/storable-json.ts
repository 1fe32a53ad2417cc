import { toStorableText } from "@baton/server/storable-text";

/**
 * Matches how `JSON.stringify` writes characters that PostgreSQL rejects. An escaped backslash before it only
 * causes a second check.
 */
const MAY_BE_UNSTORABLE = /\\u(?:0000|d[89a-f])|\uFDD0/;

/** Returns a value as JSON, with escapes for characters that PostgreSQL rejects. */
export function toStorableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!MAY_BE_UNSTORABLE.test(json)) return json;
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "string" ? toStorableText(part) : part,
  );
}
