import { type FilterChoice, toNameOptions, toOptions } from "@/frame/filter-selects";
import type { RouterOutputs } from "@/server/root";

/** Returns the filters of task handoffs, one choice per kind. */
export function taskChoices({
  agents,
  codes,
}: Partial<RouterOutputs["tasks"]["facets"]> = {}): FilterChoice<
  "status" | "verdict" | "priority" | "agent" | "finding"
>[] {
  return [
    {
      key: "status",
      label: "Response",
      any: "Any",
      options: [...toOptions(["success", "error", "blocked"]), { value: "unanswered", label: "none yet" }],
    },
    { key: "verdict", label: "Verdict", any: "Any", options: toOptions(["accepted", "rejected"]) },
    { key: "priority", label: "Priority", any: "Any", options: toOptions(["high", "medium", "low"]) },
    { key: "agent", label: "Agent", any: "Any agent", ...toNameOptions(agents) },
    { key: "finding", label: "Finding", any: "Any", ...toNameOptions(codes) },
  ];
}
