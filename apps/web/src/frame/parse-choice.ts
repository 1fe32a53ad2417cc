/** Parses one choice from the URL; its parser rejects invalid values. */
export function parseChoice<Key extends string, Parsed>(
  parsers: Record<Key, { parse(value: string): Parsed }>,
  key: Key,
  value: string | null,
) {
  return { [key]: value === null ? null : parsers[key].parse(value) };
}
