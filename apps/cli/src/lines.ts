import { createReadStream } from "node:fs";
import { misuse } from "./command-error";
import { explainReadError, STANDARD_INPUT } from "./input";

const NEWLINE = 0x0a;

/**
 * Reads a file, or standard input if `path` is "-", line by line, with one line in memory at a time.
 *
 * @throws CommandError if it cannot be read, or if standard input is a keyboard.
 */
export async function* readLines(path: string): AsyncGenerator<Uint8Array> {
  if (path === STANDARD_INPUT && process.stdin.isTTY) {
    throw misuse("Nothing to read. Pass a file or pipe lines into the command.");
  }
  try {
    yield* splitLines(path === STANDARD_INPUT ? process.stdin : createReadStream(path));
  } catch (error) {
    throw explainReadError(error, path);
  }
}

/** Splits a stream of bytes into lines without their line feed (0x0A). The last line may lack one. */
export async function* splitLines(input: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let pieces: Buffer[] = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...pieces, chunk.subarray(start, end)]);
      pieces = [];
      start = end + 1;
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  }
  if (pieces.length > 0) yield Buffer.concat(pieces);
}
