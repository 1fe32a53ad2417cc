import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

const NEWLINE = "\n".charCodeAt(0);

/** The first `maxBytes` of an open file, as text. */
export function readHead(file: number, maxBytes: number): string {
  return readBytes(file, 0, maxBytes).toString();
}

/** Returns the complete lines in the last `maxBytes` of an open file, oldest first. */
export function readLastLines(file: number, maxBytes: number): string[] {
  const { size } = fstatSync(file);
  const start = Math.max(0, size - maxBytes);
  const bytes = readBytes(file, start, maxBytes);
  const from = start === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
  if (start > 0 && from === 0) return [];
  return bytes.toString("utf8", from).split("\n");
}

/**
 * Opens a regular file for reading, passes its descriptor, and closes it. Does not read pipes and devices,
 * which may never end.
 *
 * @throws file system errors, and an Error if it is not a regular file.
 */
export function withFile<T>(path: string, use: (file: number) => T): T {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error(`${path} is not a file`);
    return use(file);
  } finally {
    closeSync(file);
  }
}

function readBytes(file: number, start: number, maxBytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(maxBytes, fstatSync(file).size - start)));
  let length = 0;
  while (length < buffer.length) {
    const count = readSync(file, buffer, length, buffer.length - length, start + length);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}
