/** A thing of two sessions by its key; null for the session that does not have it. */
export interface Sides<Value> {
  key: string;
  a: Value | null;
  b: Value | null;
}

/** Joins what two sessions have by key: first what only one of them has, then the rest; each by key. */
export function mergeSides<Value>(
  a: ReadonlyMap<string, Value>,
  b: ReadonlyMap<string, Value>,
): Sides<Value>[] {
  const keys = [...new Set([...a.keys(), ...b.keys()])].sort();
  const sides = keys.map((key) => ({ key, a: a.get(key) ?? null, b: b.get(key) ?? null }));
  const isShared = (side: Sides<Value>) => side.a !== null && side.b !== null;
  return [...sides.filter((side) => !isShared(side)), ...sides.filter(isShared)];
}
