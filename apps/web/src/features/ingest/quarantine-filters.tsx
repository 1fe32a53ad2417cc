import { formatCount } from "@baton/ui/format/number";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { Select } from "@baton/ui/primitives/select";
import type { QuarantineParams } from "@/app/w/[workspace]/ingest/search-params";
import { ANY, withChosen } from "@/frame/filter-selects";
import type { RouterOutputs } from "@/server/root";
import { nameReason } from "./quarantine-reasons";

/** Filters quarantined or replayed lines by reason and source. */
export function QuarantineFilters({
  facets: { codes, sources, replayedCount },
  params,
  onChange,
}: {
  facets: RouterOutputs["ingest"]["quarantineFacets"];
  params: QuarantineParams;
  onChange: (params: Partial<QuarantineParams>) => void;
}) {
  return (
    <>
      <SegmentedControl
        label="Lines"
        options={[
          { value: "quarantined", label: "In quarantine" },
          { value: "replayed", label: `Replayed (${formatCount(replayedCount)})` },
        ]}
        value={params.lines ?? "quarantined"}
        onValueChange={(value) => onChange({ lines: value === "replayed" ? value : null })}
      />
      <Select
        aria-label="Reason"
        className="w-44 max-sm:w-full"
        options={[
          { value: ANY, label: "Any reason" },
          ...withChosen(
            codes.map(({ code, count }) => ({
              value: code,
              label: `${nameReason(code)} (${formatCount(count)})`,
            })),
            params.reason,
            nameReason,
          ),
        ]}
        value={params.reason ?? ANY}
        onValueChange={(value) => onChange({ reason: value === ANY ? null : value })}
      />
      {(sources.length > 1 || params.source !== null) && (
        <Select
          aria-label="Source"
          className="w-52 max-sm:w-full"
          options={[
            { value: ANY, label: "Any source" },
            ...withChosen(
              sources.map(({ sourceId, root, count }) => ({
                value: String(sourceId),
                label: `${root} (${formatCount(count)})`,
              })),
              params.source === null ? null : String(params.source),
              (sourceId) => `Source ${sourceId}`,
            ),
          ]}
          value={params.source === null ? ANY : String(params.source)}
          onValueChange={(value) => onChange({ source: value === ANY ? null : Number(value) })}
        />
      )}
    </>
  );
}
