import { type FilterChoice, toCodeOptions, toNameOptions, toOptions } from "@/frame/filter-selects";
import type { RouterOutputs } from "@/server/root";

/** Returns the filters of manifests, one choice per kind. */
export function manifestChoices({
  agents,
  codes,
}: Partial<RouterOutputs["manifests"]["facets"]> = {}): FilterChoice<
  "agent" | "type" | "phase" | "finding" | "review"
>[] {
  return [
    { key: "finding", label: "Finding", any: "Any", ...toCodeOptions(codes) },
    { key: "agent", label: "From", any: "Any agent", ...toNameOptions(agents) },
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
}
