/** Freezes plain data at any depth. Not recursive. */
export function freezeDeep(value: unknown): void {
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== "object" || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const field of Object.values(next)) if (field !== undefined) pending.push(field);
  }
}
