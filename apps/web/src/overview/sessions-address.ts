import { addressOf } from "../frame/pages";
import type { SavingsView } from "../server/inputs";

/** The list of the sessions behind a figure: those that hold such a handoff in that time. */
export function sessionsAddress(workspace: string, view: SavingsView): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) {
    if (value !== undefined) query.set(name, value);
  }
  return `${addressOf(workspace, "sessions")}?${query}`;
}

/** The sessions behind one bar: those of its day. */
export function sessionsOfBucket(workspace: string, view: SavingsView, key: string): string {
  const day = key.slice(0, 10);
  return sessionsAddress(workspace, { ...view, range: `${day}..${day}` });
}
