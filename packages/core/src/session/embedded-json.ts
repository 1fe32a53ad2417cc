/** JSON that stands as text in a field of a line; null where it is none. */
export function parseEmbeddedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
