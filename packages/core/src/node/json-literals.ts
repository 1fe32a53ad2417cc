/** From the index `start` up to but not including `end`, in UTF-16 code units. */
export interface Span {
  start: number;
  end: number;
}

const TO_VALUE = /\s*:\s*"/y;

/**
 * The string literals of a JSON text, a key and its value together, since some secrets are known by their key
 * alone. A literal's span leaves out its quotes; that of the two does not.
 */
export function* listUnits(json: string): Generator<Span & { literals: Span[] }> {
  let literal = nextLiteral(json, 0);
  while (literal) {
    const start = literal.start - 1;
    TO_VALUE.lastIndex = literal.end + 1;
    const value = TO_VALUE.test(json) ? nextLiteral(json, literal.end + 1) : null;
    const literals = value ? [literal, value] : [literal];
    const end = (value ?? literal).end + 1;
    yield { start, end, literals };
    literal = nextLiteral(json, end);
  }
}

function nextLiteral(json: string, from: number): Span | null {
  const quote = json.indexOf('"', from);
  if (quote < 0) return null;
  let end = json.indexOf('"', quote + 1);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return { start: quote + 1, end: end < 0 ? json.length : end };
}

function isEscaped(json: string, index: number): boolean {
  let backslashes = 0;
  while (json[index - 1 - backslashes] === "\\") backslashes += 1;
  return backslashes % 2 === 1;
}
