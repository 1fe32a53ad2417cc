import { addressOf, withQuery } from "@/frame/pages";
import type { Comparison } from "@/search/comparison";
import type { SavingsView } from "@/server/inputs";

/** Where a view of savings stands as a report, or as the page (`overview`) that the report is of. */
export function reportAddress(
  workspace: string,
  view: SavingsView,
  compare: Comparison,
  page: "report" | "overview" = "report",
): string {
  return withQuery(addressOf(workspace, page), { compare, ...view });
}
