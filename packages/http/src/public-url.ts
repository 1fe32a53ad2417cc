import { z } from "zod";

/** The public address of Baton: an origin, and a path if other programs share its host name. */
export const PublicUrl = z
  .url({ protocol: /^https?$/ })
  .refine(
    (address) => !/[?#]/.test(address) && /^(?:\/[\w-][\w.~-]*)*$/.test(basePathOf(address)),
    "must have no query, and a path of letters, digits, “-”, “_”, “.” and “~”, such as https://example.com/baton",
  );

/** Returns the path of a public address without a slash at the end: `/baton`, or an empty text at the root of a host name. */
export function basePathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname.replace(/\/+$/, "") : "";
}
