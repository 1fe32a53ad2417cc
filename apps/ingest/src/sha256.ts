import { hash } from "node:crypto";

/** Returns the SHA-256 of bytes, or of a text as UTF-8, as 64 hexadecimal digits (FIPS 180-4). */
export function sha256Of(content: string | Uint8Array): string {
  return hash("sha256", content);
}
