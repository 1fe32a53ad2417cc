import type { ReadStream } from "node:tty";

/** The host writes at once; a pipe that stays silent for so long will stay so. In milliseconds. */
const MAX_SILENCE = 75;

/** Parsed in some 50 ms; a tool that returned more is not noted. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads all that the host writes to standard input; empty where that is a keyboard, stays silent, or never ends. */
export function readHostInput(stream: ReadStream): Promise<string> {
  if (stream.isTTY) return Promise.resolve("");
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const finish = () => {
      clearTimeout(silence);
      stream.destroy();
      resolve(length > MAX_BYTES ? "" : Buffer.concat(parts).toString());
    };
    const silence = setTimeout(finish, MAX_SILENCE);
    stream.on("data", (part: Buffer) => {
      silence.refresh();
      parts.push(part);
      length += part.length;
      if (length > MAX_BYTES) finish();
    });
    stream.on("end", finish).on("error", finish);
  });
}
