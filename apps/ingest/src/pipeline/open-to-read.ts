import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/**
 * Opens a file to read it, and never waits: what was a file when it was listed may be a FIFO by now, whose
 * opening would hold one of Node's four threads until somebody writes. A FIFO is read as an empty file.
 *
 * @throws as `open` does.
 */
export function openToRead(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_NONBLOCK);
}
