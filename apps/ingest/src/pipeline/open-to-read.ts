import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { decoderOf } from "../compression";
import { openCompressed } from "./compressed-file";
import type { OpenFile } from "./open-file";

/**
 * Opens a file without blocking: a listed file can be a FIFO by then, and opening one would block a thread of
 * Node until a writer comes. A FIFO reads as an empty file.
 *
 * @throws like `open`. The result throws an UnreadableFileError if its compression is broken.
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
