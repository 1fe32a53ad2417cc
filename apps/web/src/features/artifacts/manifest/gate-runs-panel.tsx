import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatDateTime } from "@baton/ui/format/time";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Check, OctagonX } from "lucide-react";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { PhaseBadge } from "./badges";

type GateRun = RouterOutputs["manifests"]["get"]["gateRuns"][number];

/** Lists the runs of the gate over this content, with what stopped it. */
export function GateRunsPanel({ runs }: { runs: readonly GateRun[] }) {
  const timeZone = useTimeZone();
  return (
    <Panel aria-label="Gate runs">
      <PanelHead title="Gate runs" note="this version" />
      {runs.length === 0 ? (
        <PanelBody className="text-text-2">
          No runs recorded yet. <code>baton gate</code> and <code>openHandoff</code> record them with an API
          key of the scope <code>evaluate</code>.
        </PanelBody>
      ) : (
        <DataTable
          caption="Gate runs (newest first)"
          columns={columnsOf(timeZone)}
          rows={runs}
          keyOf={({ runId }) => runId}
          isCompact
          maxHeight={360}
        />
      )}
    </Panel>
  );
}

function columnsOf(timeZone: string): Column<GateRun>[] {
  return [
    {
      id: "result",
      header: "Result",
      cell: ({ hasPassed, errorCodes }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {hasPassed ? (
            <Badge tone="ok" icon={<Check aria-hidden />}>
              passed
            </Badge>
          ) : (
            <Badge tone="danger" icon={<OctagonX aria-hidden />}>
              stopped
            </Badge>
          )}
          {errorCodes.length > 0 && (
            <code className="text-text-2 [overflow-wrap:anywhere]">{errorCodes.join(", ")}</code>
          )}
        </span>
      ),
    },
    {
      id: "by",
      header: "Key",
      cell: ({ ranBy }) => <span className="[overflow-wrap:anywhere]">{ranBy}</span>,
    },
    {
      id: "phase",
      header: "Phase",
      isSecondary: true,
      cell: ({ phase, needsApproval }) => (
        <span className="flex flex-wrap gap-1">
          <PhaseBadge phase={phase} />
          {needsApproval && <Badge>approval required</Badge>}
        </span>
      ),
    },
    {
      id: "path",
      header: "Path",
      isSecondary: true,
      cell: ({ path }) => (
        <code className="block max-w-[30ch] truncate" title={path}>
          {path}
        </code>
      ),
    },
    {
      id: "at",
      header: "At",
      isNumeric: true,
      cell: ({ ranAt }) => formatDateTime(ranAt, timeZone),
    },
  ];
}
