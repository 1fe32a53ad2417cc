import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { decoderOf } from "../compression";
import { openCompressed } from "./compressed-file";
import type { OpenFile } from "./open-file";

/**
 * Opens a file to read it, and never waits: what was a file when it was listed may be a FIFO by now, whose
 * opening would hold one of Node's four threads until somebody writes. A FIFO is read as an empty file.
 *
 * @throws as `open` does. What it returns throws an UnreadableFileError where a compression is broken.
 */
export async function openToRead(path: string): Promise<OpenFile> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { dev, ino } = await handle.stat({ bigint: true });
    const createDecoder = decoderOf(path);
    if (createDecoder) return await openCompressed(handle, createDecoder);
    return {
      device: String(dev),
      inode: String(ino),
      compressedSize: null,
      stat: () => handle.stat(),
      read: (...place) => handle.read(...place),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
