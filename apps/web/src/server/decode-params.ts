import { decodePart } from "../search/decode-part";

/**
 * The parameters of a page's address, which Next gives as they stand in it,
 * as what they name. A route is given them so.
 */
export function decodeParams<Params extends object>(params: Params): Params {
  const decoded = { ...params };
  for (const name in decoded) Object.assign(decoded, { [name]: decodePart(`${decoded[name]}`) });
  return decoded;
}
