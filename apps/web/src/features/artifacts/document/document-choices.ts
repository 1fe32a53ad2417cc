import { type FilterChoice, toCodeOptions, toNameOptions } from "@/frame/filter-selects";
import type { RouterOutputs } from "@/server/root";
import { NEEDED_SCORE, STALENESS_OPTIONS } from "./badges";

/** Returns the filters of handoff documents, one choice per kind. */
export function documentChoices({
  projectRoots,
  phases,
  codes,
}: Partial<RouterOutputs["documents"]["facets"]> = {}): FilterChoice<
  "quality" | "staleness" | "phase" | "finding" | "project"
>[] {
  return [
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
    { key: "finding", label: "Finding", any: "Any", ...toCodeOptions(codes) },
    { key: "phase", label: "Phase", any: "Any phase", ...toNameOptions(phases) },
    {
      key: "project",
      label: "Project",
      any: "Any project",
      ...toNameOptions(projectRoots, (root) => root.split("/").at(-1) || root),
    },
  ];
}
