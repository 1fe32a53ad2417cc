import { addressOf, withQuery } from "@/frame/pages";
import type { SavingsView } from "@/server/inputs";

/** The list of the sessions behind a figure: those that hold such a handoff in that time. */
export function sessionsAddress(workspace: string, view: SavingsView): string {
  return withQuery(addressOf(workspace, "sessions"), view);
}
