"use client";

import { BarRows } from "@baton/ui/charts/bar-rows";
import { formatCount } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTRPC } from "@/trpc/client";
import { manifestsAddress, tasksAddress } from "./addresses";
import type { ArtifactPanelProps } from "./artifacts";
import { countByCode, errorSeries } from "./error-chart";
import { QueryPanel } from "./query-panel";
import { SeriesPanel } from "./series-panel";

const TITLE = "Validation failures";
const MOST_SHOWN = 8;

/** Shows validation failures of manifests and task handoffs by code. */
export function ErrorsPanel({ workspace, view, savings, artifacts }: ArtifactPanelProps) {
  const query = useQuery(
    useTRPC().savings.errors.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  const validated = new Set([
    ...artifacts.manifests.map(({ day }) => day),
    ...artifacts.tasks.filter(({ checkedCount }) => checkedCount > 0).map(({ day }) => day),
  ]);
  const addresses = { manifests: manifestsAddress, tasks: tasksAddress };
  return (
    <QueryPanel title={TITLE} query={query}>
      {(errors) => {
        const codes = countByCode(errors);
        const { series, points } = errorSeries(errors, savings.buckets, validated);
        const { codeCount } = errors;
        const cut = codeCount > MOST_SHOWN ? `, ${MOST_SHOWN} of ${codeCount}` : "";
        return (
          <SeriesPanel
            title={TITLE}
            note={`errors by code${cut}, blocked or not`}
            description="Validation failures by code"
            kind="bars"
            bucket={savings.bucket}
            points={points}
            series={series}
            formatValue={formatCount}
            hrefOf={(at) =>
              errors.manifests.some(({ day }) => day === at)
                ? manifestsAddress(workspace, view, { at, finding: "errors" })
                : tasksAddress(workspace, view, { at })
            }
            unit="errors"
            fileName="validation-failures"
            isEmpty={codes.length === 0}
            empty={
              validated.size > 0 ? (
                <EmptyState icon={<Check aria-hidden />} title="No validation failures">
                  No manifest and no task handoff in this period has an error.
                </EmptyState>
              ) : (
                <EmptyState title="Nothing was validated">
                  No manifests and no validated task handoffs in this period.
                </EmptyState>
              )
            }
            chart={
              <BarRows
                label="Validation failures by code"
                colour="c4"
                limit={MOST_SHOWN}
                rows={codes.map(({ id, kind, code, value }) => ({
                  id,
                  value,
                  note: kind,
                  label: <code>{code}</code>,
                  href: addresses[kind](workspace, view, { finding: code }),
                }))}
              />
            }
          />
        );
      }}
    </QueryPanel>
  );
}
