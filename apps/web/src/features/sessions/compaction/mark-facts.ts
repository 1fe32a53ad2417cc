/** A part of a text, and whether it is one of the facts that were looked for. */
export interface MarkedPart {
  text: string;
  isFact: boolean;
}

const WORD = /[\p{L}\p{N}_]/u;

/**
 * Splits a text at facts, so that they can be marked. A part of a longer word or number is
 * not a fact. The longest of several overlapping facts counts.
 */
export function markFacts(text: string, facts: readonly string[]): MarkedPart[] {
  const spans = facts
    .flatMap((fact) => findPlaces(text, fact))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: MarkedPart[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    if (start < from) continue;
    if (start > from) parts.push({ text: text.slice(from, start), isFact: false });
    parts.push({ text: text.slice(start, end), isFact: true });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isFact: false });
  return parts;
}

function findPlaces(text: string, fact: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  if (fact === "") return places;
  for (let start = text.indexOf(fact); start >= 0; start = text.indexOf(fact, start + fact.length)) {
    const end = start + fact.length;
    const continues = (inside: string | undefined, outside: string | undefined) =>
      inside !== undefined && outside !== undefined && WORD.test(inside) && WORD.test(outside);
    if (!continues(fact[0], text[start - 1]) && !continues(fact.at(-1), text[end]))
      places.push({ start, end });
  }
  return places;
}
