"use client";

import type { TaskListParams } from "@/app/w/[workspace]/tasks/search-params";
import { type FilterChoice, FilterSelects, toNameOptions, toOptions } from "@/frame/filter-selects";
import type { RouterOutputs } from "@/server/root";

type TaskChoice = "status" | "verdict" | "priority" | "agent" | "finding";

export type TaskFiltersProps = {
  params: TaskListParams;
  facets: RouterOutputs["tasks"]["facets"];
  onChange: (key: TaskChoice, value: string | null) => void;
};

/** Filters task handoffs, one choice per kind. */
export function TaskFilters({ params, facets, onChange }: TaskFiltersProps) {
  const choices: FilterChoice<TaskChoice>[] = [
    {
      key: "status",
      label: "Response",
      any: "Any",
      options: [...toOptions(["success", "error", "blocked"]), { value: "unanswered", label: "none yet" }],
    },
    { key: "verdict", label: "Verdict", any: "Any", options: toOptions(["accepted", "rejected"]) },
    {
      key: "priority",
      label: "Priority",
      any: "Any",
      options: toOptions(["high", "medium", "low"]),
    },
    { key: "agent", label: "Agent", any: "Any agent", ...toNameOptions(facets.agents) },
    { key: "finding", label: "Finding", any: "Any", ...toNameOptions(facets.codes) },
  ];
  return <FilterSelects choices={choices} values={params} onChange={onChange} />;
}
