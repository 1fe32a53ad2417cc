import type { ReadStream } from "node:tty";

/** Parsing takes about 50 ms. Larger tool results are not recorded. */
const MAX_BYTES = 8 * 1024 * 1024;

const MIN_PATIENCE_MILLISECONDS = 50;

/**
 * Reads all that the host writes to standard input. Returns an empty text if that is a keyboard, stays
 * silent, or never ends. The host writes at once, so waiting as long as Node took to start is enough, also on
 * a busy machine.
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
    // Node's loop runs timers first, so pending input is read between this timer and the immediate.
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
