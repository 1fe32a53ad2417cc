/** Bytes of an invalid line to keep, in UTF-8. */
const MAX_TEXT_BYTES = 64 * 1024;

/** Returns the first 64 KiB of a text, cut between characters. */
export function cutForQuarantine(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_TEXT_BYTES) return text;
  let end = MAX_TEXT_BYTES;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString("utf8", 0, end);
}
