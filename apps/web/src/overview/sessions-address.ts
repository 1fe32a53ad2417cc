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
