/** What an action gives, or null where it throws. What it threw is not looked at: it may hold content. */
export function attempt<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
