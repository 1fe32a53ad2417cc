/** A part of an address as what it names; what no text is written like is left as it stands. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
