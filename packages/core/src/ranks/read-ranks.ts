import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import type { Encoding } from "../tokens/encoding";
import { RANK_FILES } from "./rank-files";

/**
 * Returns the rank table of an encoding, which Node reads at the first count.
 *
 * @throws Error if a bundle lacks the file.
 */
export function readRanks(encoding: Encoding): Uint8Array {
  const file = RANK_FILES[encoding];
  try {
    return inflateRawSync(readFileSync(file));
  } catch (cause) {
    throw new Error(`The rank table ${file} cannot be read. Copy ${encoding}.bin next to the bundle.`, {
      cause,
    });
  }
}

/** Like {@link readRanks}. */
export async function fetchRanks(encoding: Encoding): Promise<Uint8Array> {
  return readRanks(encoding);
}
