import type { ReadStream } from "node:tty";

/** Parsed in some 50 ms; a tool that returned more is not noted. */
const MAX_BYTES = 8 * 1024 * 1024;

/** In milliseconds. */
const MIN_PATIENCE_MILLISECONDS = 50;

/**
 * Reads all that the host writes to standard input; empty where that is a keyboard, stays silent,
 * or never ends. The host writes at once, so it is waited for no longer than Node took to start:
 * that much longer on a machine that is busy.
 */
export function readHostInput(stream: ReadStream): Promise<string> {
  if (stream.isTTY) return Promise.resolve("");
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    let isSilent = false;
    const finish = () => {
      clearTimeout(patience);
      stream.destroy();
      resolve(length > MAX_BYTES ? "" : Buffer.concat(parts).toString());
    };
    // Timers go first in Node's loop: what is there to read is read between this one and the immediate.
    const giveUp = () => {
      isSilent = true;
      setImmediate(() => {
        if (isSilent) finish();
      });
    };
    const patience = setTimeout(giveUp, Math.max(MIN_PATIENCE_MILLISECONDS, performance.now()));
    stream.on("data", (part: Buffer) => {
      isSilent = false;
      patience.refresh();
      parts.push(part);
      length += part.length;
      if (length > MAX_BYTES) finish();
    });
    stream.on("end", finish).on("error", finish);
  });
}
