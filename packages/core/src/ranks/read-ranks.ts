import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import type { Encoding } from "../tokens/encoding";
import { RANK_FILES } from "./rank-files";

/**
 * Returns the rank table of an encoding; Node reads it at the first count.
 *
 * @throws Error if a bundle lacks the file.
 */
export function readRanks(encoding: Encoding): Uint8Array {
  const file = pathOf(RANK_FILES[encoding]);
  try {
    return inflateRawSync(readEither(file, `../${encoding}.bin`));
  } catch (cause) {
    throw new Error(`The rank table ${file} cannot be read. Copy ${encoding}.bin next to the bundle.`, {
      cause,
    });
  }
}

/** Bundlers may put this code into a folder below the program, such as `assets`. */
function readEither(file: URL | string, above: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    if (typeof file === "string") throw cause;
    return readFileSync(new URL(above, file));
  }
}

/** Like {@link readRanks}. */
export async function fetchRanks(encoding: Encoding): Promise<Uint8Array> {
  return readRanks(encoding);
}

/**
 * A Next server may give code the address at which browsers load a file, below `/_next`. The file itself is
 * in `.next`, below the server's working directory.
 */
function pathOf(file: URL): URL | string {
  return file.protocol === "file:" ? file : file.pathname.replace(/^.*\/_next\//, ".next/");
}
