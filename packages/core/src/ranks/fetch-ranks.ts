import type { Encoding } from "../tokens/encoding";
import { RANK_FILES } from "./rank-files";

/** Throws, because only Node can read a rank table synchronously. */
export function readRanks(encoding: Encoding): Uint8Array {
  throw new Error(`Outside of Node, call \`await loadEncoding("${encoding}")\` before you count tokens.`);
}

/**
 * Returns the rank table of an encoding.
 *
 * @throws Error if the server does not have it; what `fetch` throws.
 */
export async function fetchRanks(encoding: Encoding): Promise<Uint8Array> {
  const file = RANK_FILES[encoding];
  const { ok, status, body } = await fetch(file);
  if (!ok || body === null) throw new Error(`The rank table ${file} cannot be loaded: ${status}`);
  const inflated = new Response(body.pipeThrough(new DecompressionStream("deflate-raw")));
  return new Uint8Array(await inflated.arrayBuffer());
}
