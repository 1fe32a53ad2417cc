import type { getLine } from "@baton/db";

type Line = NonNullable<Awaited<ReturnType<typeof getLine>>>;

/**
 * Maximum characters of a line to show. Real lines have at most a tenth of that; eight megabytes would take a
 * page half a second.
 */
const MAX_SHOWN = 200_000;

/** Returns a line for its page; cuts a very long one. */
export function toLineDto(line: Line | null) {
  if (line === null) return null;
  const isCut = line.text !== null && line.text.length > MAX_SHOWN;
  return { ...line, text: isCut ? (line.text?.slice(0, MAX_SHOWN) ?? null) : line.text, isCut };
}
