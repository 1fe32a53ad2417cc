import { decodePart } from "../search/decode-part";

/**
 * Decodes the parameters of a page's URL, which Next passes encoded. Routes
 * get them decoded.
 */
export function decodeParams<Params extends object>(params: Params): Params {
  const decoded = { ...params };
  for (const name in decoded) {
    const part: unknown = decoded[name];
    if (part === undefined) continue;
    const value = Array.isArray(part) ? part.map((each) => decodePart(`${each}`)) : decodePart(`${part}`);
    Object.assign(decoded, { [name]: value });
  }
  return decoded;
}
