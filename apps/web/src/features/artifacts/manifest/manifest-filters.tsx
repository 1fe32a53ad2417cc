"use client";

import type { ManifestListParams } from "@/app/w/[workspace]/manifests/search-params";
import { type FilterChoice, FilterSelects, toNameOptions, toOptions } from "@/frame/filter-selects";
import type { RouterOutputs } from "@/server/root";

type Choice = "agent" | "type" | "phase" | "finding" | "review";

export type ManifestFiltersProps = {
  params: ManifestListParams;
  facets: RouterOutputs["manifests"]["facets"];
  onChange: (key: Choice, value: string | null) => void;
};

/** Filters manifests, one choice per kind. */
export function ManifestFilters({ params, facets, onChange }: ManifestFiltersProps) {
  const choices: FilterChoice<Choice>[] = [
    {
      key: "finding",
      label: "Finding",
      any: "Any",
      options: [{ value: "errors", label: "Any error" }, ...toOptions(facets.codes.names)],
      optionCount: facets.codes.count + 1,
    },
    { key: "agent", label: "From", any: "Any agent", ...toNameOptions(facets.agents) },
    {
      key: "type",
      label: "Type",
      any: "Any type",
      options: toOptions(["research", "plan", "implementation", "handoff"]),
    },
    {
      key: "phase",
      label: "Phase",
      any: "Any phase",
      options: toOptions(["observe", "warn", "enforce"]),
    },
    {
      key: "review",
      label: "Review",
      any: "Any",
      options: [
        { value: "not_reviewed", label: "Not reviewed" },
        { value: "approved", label: "Approved" },
        { value: "sent_back", label: "Changes requested" },
      ],
    },
  ];
  return <FilterSelects choices={choices} values={params} onChange={onChange} />;
}
