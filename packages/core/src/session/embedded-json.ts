/** Parses JSON in a text field of a line; null if it is not JSON. */
export function parseEmbeddedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
