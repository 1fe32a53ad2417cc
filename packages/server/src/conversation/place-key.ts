/** Position of a line in its session. */
interface LinePlace {
  /** Milliseconds since 1970. */
  occurredAt: number;
  sourceFileId: number;
  generation: number;
  sequence: number;
}

const KEY = /^(\d{1,15})\.(\d{1,15})\.(\d{1,9})\.(\d{1,15})(?:\.(\d{1,6}))?$/;

/** Returns the position of a line, or of one of its parts, as a text for addresses and cursors. */
export function placeKey(place: LinePlace, part?: number): string {
  const { occurredAt, sourceFileId, generation, sequence } = place;
  const line = `${occurredAt}.${sourceFileId}.${generation}.${sequence}`;
  return part === undefined ? line : `${line}.${part}`;
}

/** Reads the position of a line or part; null for any other text. Without a part, it is 0. */
export function readPlaceKey(key: string): (LinePlace & { part: number }) | null {
  const match = KEY.exec(key);
  if (!match) return null;
  const [occurredAt = 0, sourceFileId = 0, generation = 0, sequence = 0, part = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return { occurredAt, sourceFileId, generation, sequence, part };
}
