"use client";

import type { ReactNode } from "react";
import type { AuditParams } from "@/app/w/[workspace]/audit/search-params";
import { type FilterChoice, FilterSelects, toNameOptions, toOptions } from "@/frame/filter-selects";
import type { RouterOutputs } from "@/server/root";

export type AuditFiltersProps = {
  params: AuditParams;
  facets: RouterOutputs["audit"]["facets"];
  onChange: (key: "actor" | "action", value: string | null) => void;
  /** Button that removes all filters; null without filters. */
  clear: ReactNode;
};

/** Filters the log by actor and by action, or by all actions of a kind. */
export function AuditFilters({ params, facets, onChange, clear }: AuditFiltersProps) {
  const kinds = [...new Set(facets.actions.names.map((action) => action.split(".", 1)[0] ?? action))];
  const choices: FilterChoice<"actor" | "action">[] = [
    { key: "actor", label: "Actor", any: "Any actor", ...toNameOptions(facets.actors) },
    {
      key: "action",
      label: "Action",
      any: "Any action",
      options: [
        ...kinds.map((kind) => ({ value: kind, label: `${kind} (all)` })),
        ...toOptions(facets.actions.names),
      ],
    },
  ];
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1">
        <FilterSelects choices={choices} values={params} onChange={onChange} />
      </div>
      {clear}
    </div>
  );
}
