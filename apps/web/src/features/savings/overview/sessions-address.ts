import { addressOf, withQuery } from "@/frame/pages";
import type { SavingsView } from "@/server/inputs";

/** Links to the sessions behind a metric: those with such a handoff in the period. */
export function sessionsAddress(workspace: string, view: SavingsView): string {
  return withQuery(addressOf(workspace, "sessions"), view);
}
