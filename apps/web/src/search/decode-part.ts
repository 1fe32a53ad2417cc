/** Decodes a part of a URL; returns it unchanged if it cannot be decoded. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
