/** One choice, as the address takes it: a value that is none of its own is refused by its parser. */
export function parseChoice<Key extends string, Parsed>(
  parsers: Record<Key, { parse(value: string): Parsed }>,
  key: Key,
  value: string | null,
) {
  return { [key]: value === null ? null : parsers[key].parse(value) };
}
