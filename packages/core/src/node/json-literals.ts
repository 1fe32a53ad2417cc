/** From the index `start` up to but not including `end`, in UTF-16 code units. */
export interface Span {
  start: number;
  end: number;
}

/** A string literal, without its quotes. */
export interface Literal extends Span {
  isKey: boolean;
}

const COLON = /\s*:\s*("?)/y;

/**
 * Lists the string literals of a JSON text, a key together with its value, since some secrets are known by
 * their key alone. A unit's span includes the quotes.
 */
export function* listUnits(json: string): Generator<Span & { literals: Literal[] }> {
  let literal = nextLiteral(json, 0);
  while (literal) {
    const start = literal.start - 1;
    COLON.lastIndex = literal.end + 1;
    const colon = COLON.exec(json);
    const value = colon?.[1] ? nextLiteral(json, literal.end + 1) : null;
    const literals = [{ ...literal, isKey: colon !== null }];
    if (value) literals.push({ ...value, isKey: false });
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
