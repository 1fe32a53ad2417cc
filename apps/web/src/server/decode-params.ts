import { decodePart } from "../search/decode-part";

/**
 * Decodes the parameters of a page's URL, which Next passes encoded. Routes
 * get them decoded.
 */
export function decodeParams<Params extends object>(params: Params): Params {
  const decoded = { ...params };
  for (const name in decoded) Object.assign(decoded, { [name]: decodePart(`${decoded[name]}`) });
  return decoded;
}
