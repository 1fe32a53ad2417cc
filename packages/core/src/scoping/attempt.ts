/** Returns the result of an action, or null if it throws. Ignores the error, which can contain content. */
export function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
