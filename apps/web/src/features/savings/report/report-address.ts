import { addressOf, withQuery } from "@/frame/pages";
import type { Comparison } from "@/search/savings-choices";
import type { SavingsView } from "@/server/inputs";

/** Links to a savings view as a report, or as the page (`overview`) behind the report. */
export function reportAddress(
  workspace: string,
  view: SavingsView,
  compare: Comparison,
  page: "report" | "overview" = "report",
): string {
  return withQuery(addressOf(workspace, page), { ...view, compare });
}
