"use client";

import type { DocumentListParams } from "@/app/w/[workspace]/documents/search-params";
import { type FilterChoice, FilterSelects, toNameOptions, toOptions } from "@/frame/filter-selects";
import type { RouterOutputs } from "@/server/root";
import { NEEDED_SCORE, STALENESS_OPTIONS } from "./badges";

type DocumentChoice = Exclude<keyof DocumentListParams, "search">;

export type DocumentFiltersProps = {
  params: DocumentListParams;
  facets: RouterOutputs["documents"]["facets"];
  onChange: (key: DocumentChoice, value: string | null) => void;
};

/** Filters handoff documents, one choice per kind. */
export function DocumentFilters({ params, facets, onChange }: DocumentFiltersProps) {
  const choices: FilterChoice<DocumentChoice>[] = [
    {
      key: "quality",
      label: "Score",
      any: "Any",
      options: [
        { value: "good", label: `${NEEDED_SCORE} and more` },
        { value: "low", label: `under ${NEEDED_SCORE}` },
      ],
    },
    { key: "staleness", label: "Staleness", any: "Any", options: STALENESS_OPTIONS },
    {
      key: "finding",
      label: "Finding",
      any: "Any",
      options: [{ value: "errors", label: "Any error" }, ...toOptions(facets.codes.names)],
      optionCount: facets.codes.count + 1,
    },
    { key: "phase", label: "Phase", any: "Any phase", ...toNameOptions(facets.phases) },
    {
      key: "project",
      label: "Project",
      any: "Any project",
      options: facets.projectRoots.names.map((root) => ({
        value: root,
        label: root.split("/").at(-1) || root,
      })),
      optionCount: facets.projectRoots.count,
    },
  ];
  return <FilterSelects choices={choices} values={params} onChange={onChange} />;
}
