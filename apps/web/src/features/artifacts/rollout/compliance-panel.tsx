"use client";

import { READINESS_WINDOW } from "@baton/server/rollout";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { ShareBar } from "@baton/ui/primitives/share-bar";
import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import { PhaseBadge } from "@/features/artifacts/manifest/badges";
import { QueryError } from "@/frame/query-error";
import { usePermission } from "@/frame/use-permission";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { PhaseDialog } from "./phase-dialog";
import { phaseAfter, phaseBefore } from "./phases";
import { type AgentRecord, describeWarning, Readiness } from "./readiness";
import { type PhaseChange, useRolloutChange } from "./use-rollout-change";

type RolloutNow = RouterOutputs["rollout"]["get"];

/**
 * Shows each agent with its rollout phase, the results of its latest manifests, and its readiness to enforce.
 */
export function CompliancePanel({ workspace }: { workspace: string }) {
  const query = useQuery(useTRPC().rollout.get.queryOptions({ workspace }));
  const { data } = query;
  const mayChange = usePermission(workspace, "rollout.changePhase");
  const { change, last, error, isSuccess, isPending } = useRolloutChange(workspace, data?.changeId ?? null);
  const goBack = (agent: string | null, phase: RolloutNow["defaultPhase"]) => {
    const before = phaseBefore(phase);
    if (!before || !mayChange) return null;
    const who = agent ?? "all agents";
    return (
      <Button
        size="sm"
        variant="ghost"
        disabled={isPending}
        aria-label={`Back to ${before} for ${who}`}
        onClick={() => {
          const reason = `Undone: ${phase}.`;
          // The error appears below the table.
          void change({ agent, phase: before, reason }).catch(() => {});
        }}
      >
        Back to {before}
      </Button>
    );
  };
  return (
    <Panel aria-label="Compliance">
      <PanelHead
        title="Compliance"
        note={`last ${READINESS_WINDOW} manifests of each agent`}
        actions={
          data && (
            <>
              <span className="text-text-2">All others</span>
              <PhaseBadge phase={data.defaultPhase} />
              {data.needsApproval && <Badge>approval required</Badge>}
              {goBack(null, data.defaultPhase)}
              {mayChange && (
                <PhaseDialog
                  agent={null}
                  phase={data.defaultPhase}
                  needsApproval={data.needsApproval}
                  suggested={phaseAfter(data.defaultPhase) ?? data.defaultPhase}
                  warning={warnOfAll(data.agents)}
                  onConfirm={change}
                />
              )}
            </>
          )
        }
      />
      <DataTable
        caption="Agents, their rollout phase and latest manifests"
        columns={listColumns(workspace, mayChange ? change : null, goBack)}
        rows={data?.agents ?? []}
        keyOf={({ agent }) => agent}
        isLoading={query.isPending}
        error={
          query.isError && !data ? (
            <QueryError title="The compliance could not be loaded" query={query} />
          ) : undefined
        }
        empty={
          <EmptyState icon={<Gauge aria-hidden />} title="No agents yet">
            Agents appear here after they write their first manifest.
          </EmptyState>
        }
      />
      <div role="status">
        {error ? (
          <PanelBody className="pt-3 text-danger">Not changed: {error.message}</PanelBody>
        ) : (
          isSuccess &&
          last && (
            <PanelFoot>
              {last.agent ?? "All others"}: {last.phase} from now on.
            </PanelFoot>
          )
        )}
      </div>
    </Panel>
  );
}

function warnOfAll(agents: readonly AgentRecord[]): string | null {
  const failing = agents.filter(({ isOwn, readiness }) => !isOwn && readiness === "has_errors");
  return failing.length === 0
    ? null
    : `The gate would have blocked ${failing.map(({ agent }) => agent).join(", ")}.`;
}

function listColumns(
  workspace: string,
  change: ((change: PhaseChange) => Promise<unknown>) | null,
  goBack: (agent: string, phase: AgentRecord["phase"]) => React.ReactNode,
): Column<AgentRecord>[] {
  const actionsFor = (record: AgentRecord) =>
    change && (
      <>
        {record.isOwn && goBack(record.agent, record.phase)}
        <PhaseDialog
          agent={record.agent}
          phase={record.phase}
          needsApproval={record.needsApproval}
          suggested={record.readiness === "ready" ? "enforce" : (phaseAfter(record.phase) ?? record.phase)}
          warning={record.readiness === "ready" ? null : describeWarning(record)}
          onConfirm={change}
        />
      </>
    );
  return [
    {
      id: "agent",
      header: "Agent",
      sortBy: ({ agent }) => agent,
      cell: ({ agent, phase, isOwn }) => (
        <>
          <code className="block font-medium">{agent}</code>
          <span className="mt-1 inline-block sm:hidden">
            <PhaseBadge phase={phase} isOwn={isOwn} />
          </span>
        </>
      ),
    },
    {
      id: "phase",
      header: "Phase",
      isSecondary: true,
      cell: ({ phase, isOwn, needsApproval }) => (
        <span
          className="flex flex-wrap gap-1"
          title={isOwn ? undefined : "default for agents without their own phase"}
        >
          <PhaseBadge phase={phase} isOwn={isOwn} />
          {needsApproval && <Badge>approval required</Badge>}
        </span>
      ),
    },
    {
      id: "record",
      header: "Without errors",
      isNumeric: true,
      isSecondary: true,
      sortBy: ({ manifestCount, compliantCount }) =>
        manifestCount === 0 ? 0 : compliantCount / manifestCount,
      cell: ({ manifestCount, compliantCount }) => (
        <span className="inline-flex w-full items-center justify-end gap-2">
          <ShareBar
            className="w-16"
            parts={[{ share: manifestCount === 0 ? 0 : compliantCount / manifestCount, colour: "q3" }]}
          />
          {formatCount(compliantCount)} of {formatCount(manifestCount)}
        </span>
      ),
    },
    {
      id: "readiness",
      header: "Ready to enforce?",
      cell: (record) => (
        <>
          <Readiness workspace={workspace} record={record} />
          <span className="mt-2 flex flex-wrap gap-1 sm:hidden">{actionsFor(record)}</span>
        </>
      ),
    },
    {
      id: "actions",
      header: <span className="sr-only">Change</span>,
      isNumeric: true,
      isSecondary: true,
      cell: (record) => <span className="inline-flex gap-1">{actionsFor(record)}</span>,
    },
  ];
}
