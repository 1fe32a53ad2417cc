import type { ReadableFile } from "./open-file";

/** Reason for skipping a UTF-16 file, because each of its lines would be quarantined. */
export const UTF_16 = "it is UTF-16; write it as UTF-8";

/** Returns true if a file starts like UTF-16: with its byte order mark, or with two-byte ASCII characters. */
export async function isUtf16(handle: ReadableFile): Promise<boolean> {
  const buffer = Buffer.alloc(4);
  const { bytesRead } = await handle.read(buffer, 0, 4, 0);
  const [a = 0, b = 0, c = 0, d = 0] = buffer.subarray(0, bytesRead);
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true;
  if (bytesRead < 4) return false;
  return (a !== 0 && b === 0 && c !== 0 && d === 0) || (a === 0 && b !== 0 && c === 0 && d !== 0);
}
