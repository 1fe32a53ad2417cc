"use client";

import { ChartSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Chip } from "@baton/ui/primitives/chip";
import { Select } from "@baton/ui/primitives/select";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { SPLIT_LABELS } from "@/features/usage/split-labels";
import { PeriodPicker } from "@/frame/period-picker";
import { useTimeZone } from "@/frame/time-zone";
import { UnlessEmpty } from "@/frame/unless-empty";
import { rangeBetween } from "@/search/range";
import { toUsageView, USAGE_FILTERS, USAGE_SPLITS, usageParams } from "@/search/usage-params";

const UsageReport = dynamic(async () => (await import("@/features/usage/usage-report")).UsageReport, {
  ssr: false,
  loading: () => <ChartSkeleton height={400} />,
});

const SPLITS = USAGE_SPLITS.map((value) => ({ value, label: SPLIT_LABELS[value] }));

/** Shows the tokens and cost of model calls by day, model, agent, project, branch and session. */
export function Usage({ workspace }: { workspace: string }) {
  const [params, setParams] = useQueryStates(usageParams, { history: "push" });
  const view = toUsageView(params, useTimeZone());
  const filters = USAGE_FILTERS.flatMap((name) =>
    params[name] === null ? [] : [{ name, value: params[name] }],
  );
  return (
    <>
      <PageHead
        title="Usage and cost"
        subtitle="Model calls of agents and subagents, each once, as their providers counted them."
        actions={
          <>
            <Select
              aria-label="Split by"
              className="w-44 max-sm:w-full"
              options={SPLITS}
              value={params.by}
              onValueChange={(value) =>
                void setParams({ by: USAGE_SPLITS.find((split) => split === value) ?? null })
              }
            />
            <PeriodPicker range={params.range} onRangeChange={(range) => setParams({ range })} />
          </>
        }
      />
      {filters.length > 0 && (
        <div className="mb-3 flex flex-wrap gap-2">
          {filters.map(({ name, value }) => (
            <Chip
              key={name}
              note={value === "" ? "not recorded" : value}
              onRemove={() => void setParams({ [name]: null })}
              removeLabel={`Remove the filter ${SPLIT_LABELS[name]}`}
            >
              {SPLIT_LABELS[name]}
            </Chip>
          ))}
        </div>
      )}
      <UnlessEmpty workspace={workspace}>
        <UsageReport
          workspace={workspace}
          view={view}
          onZoom={(from, to) => void setParams({ range: rangeBetween(from, to) })}
        />
      </UnlessEmpty>
    </>
  );
}
