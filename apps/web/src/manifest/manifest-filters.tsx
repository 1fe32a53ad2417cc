"use client";

import { Field } from "@baton/ui/primitives/field";
import { Select, type SelectOption } from "@baton/ui/primitives/select";
import type { ManifestListParams } from "@/app/w/[workspace]/manifests/search-params";
import type { RouterOutputs } from "@/server/root";

type Choice = Exclude<keyof ManifestListParams, "search">;

export type ManifestFiltersProps = {
  params: ManifestListParams;
  facets: RouterOutputs["manifests"]["facets"];
  onChange: (key: Choice, value: string | null) => void;
};

/** A list's option for "not narrowed"; an option needs some value. */
const ANY = "*";

/** What manifests are narrowed to, one choice a kind. */
export function ManifestFilters({ params, facets, onChange }: ManifestFiltersProps) {
  const codes = new Set([...facets.codes, ...(params.finding ? [params.finding] : [])]);
  codes.delete("errors");
  const agents = new Set([...facets.agents, ...(params.agent ? [params.agent] : [])]);
  const choices: { key: Choice; label: string; any: string; options: SelectOption[] }[] = [
    {
      ...{ key: "finding", label: "Found", any: "Anything" },
      options: [{ value: "errors", label: "Any error" }, ...toOptions(codes)],
    },
    { key: "agent", label: "From", any: "Any agent", options: toOptions(agents) },
    {
      ...{ key: "type", label: "Type", any: "Any type" },
      options: toOptions(["research", "plan", "implementation", "handoff"]),
    },
    {
      ...{ key: "phase", label: "Phase", any: "Any phase" },
      options: toOptions(["observe", "warn", "enforce"]),
    },
    {
      ...{ key: "review", label: "Review", any: "Any" },
      options: [
        { value: "not_reviewed", label: "Not reviewed" },
        { value: "approved", label: "Approved" },
        { value: "sent_back", label: "Sent back" },
      ],
    },
  ];
  return (
    <div className="grid grid-cols-5 gap-3 max-md:grid-cols-3 max-sm:grid-cols-2">
      {choices.map(({ key, label, any, options }) => (
        <Field key={key} label={label}>
          <Select
            options={[{ value: ANY, label: any }, ...options]}
            value={params[key] ?? ANY}
            onValueChange={(value) => onChange(key, value === ANY ? null : value)}
          />
        </Field>
      ))}
    </div>
  );
}

function toOptions(values: Iterable<string>): SelectOption[] {
  return [...values].map((value) => ({ value, label: value }));
}
