"use client";

import type { Column } from "@baton/ui/data-table/data-table";
import {
  formatCompact,
  formatCount,
  formatCountOf,
  formatDuration,
  formatRatio,
} from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TileStripSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Tile, TileStrip } from "@baton/ui/layout/tile-strip";
import { Badge } from "@baton/ui/primitives/badge";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { DateTime } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import { Check, Minus, Plus } from "lucide-react";
import { NotRecorded } from "@/frame/not-recorded";
import { addressOf, withQuery } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { SessionsPanel } from "./latest-sessions-panel";
import { ListPanel } from "./list-panel";
import { PairLinks, SubjectLink } from "./subject-link";
import { ResultBadge } from "./workflows-panel";

type Found = RouterOutputs["traffic"]["workflow"];

/** Shows one workflow: its plan and what ran, its result, sessions and manifests. */
export function WorkflowView({ workspace, workflow }: { workspace: string; workflow: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(useTRPC().traffic.workflow.queryOptions({ workspace, workflow }));
  const { data } = query;
  if (data === undefined) {
    return query.isError ? (
      <QueryError title="Could not load the workflow" query={query} />
    ) : (
      <TileStripSkeleton tiles={6} />
    );
  }
  const listed = { ...query, data: { first: data.manifests, count: data.manifests.length } };
  return (
    <>
      <Tiles found={data} />
      <AgentsPanel told={data.told} />
      <SessionsPanel
        workspace={workspace}
        title="Sessions"
        query={{ ...query, data: { first: data.sessions, count: data.sessions.length } }}
      />
      <ListPanel
        title="Manifest handoffs"
        noun="handoff"
        query={listed}
        columns={[
          ...MANIFEST_COLUMNS,
          {
            id: "artifacts",
            header: "Manifests",
            cell: ({ artifacts }) => <ManifestLinks workspace={workspace} artifacts={artifacts} />,
          },
          {
            id: "at",
            header: "Time",
            isNumeric: true,
            isSecondary: true,
            cell: ({ occurredAt }) => <DateTime at={occurredAt} timeZone={timeZone} />,
          },
        ]}
        keyOf={({ eventId }) => eventId}
        empty={
          <EmptyState title="No manifest handoffs recorded">
            Events of the type agent_handoff record which manifests pass between agents.
          </EmptyState>
        }
      />
      <ListPanel
        title="Files read"
        noun="agent"
        query={{ ...query, data: { first: data.reads, count: data.reads.length } }}
        columns={READ_COLUMNS}
        keyOf={({ agent }) => agent ?? ""}
        empty={
          <EmptyState title="No reads recorded">
            Events of the type artifact_read record which files of manifests agents read.
          </EmptyState>
        }
      />
    </>
  );
}

function Tiles({ found: { told, manifests, sessions } }: { found: Found }) {
  const ratio = told?.compressionRatio ?? null;
  const handoffTokens = told?.totalHandoffTokens ?? null;
  return (
    <TileStrip label="Workflow" columns={6}>
      <Tile label="Result" value={told?.isSuccess == null ? "–" : told.isSuccess ? "succeeded" : "failed"} />
      <Tile
        label="Duration"
        value={told?.durationSeconds == null ? "–" : formatDuration(told.durationSeconds * 1_000)}
      />
      <Tile
        label="Agents that ran"
        value={told?.agentsExecuted ? formatCount(told.agentsExecuted.length) : "–"}
        note={told?.agentPlan && `${formatCount(told.agentPlan.length)} planned`}
      />
      <Tile label="Sessions" value={formatCount(sessions.length)} />
      <Tile label="Manifest handoffs" value={formatCount(manifests.length)} />
      <Tile
        label="Context efficiency"
        value={ratio === null ? "–" : formatRatio(ratio)}
        note={handoffTokens === null ? "not recorded" : `${formatCompact(handoffTokens)} tokens in handoffs`}
      />
    </TileStrip>
  );
}

/** Compares the plan with the run: planned agents in order, then agents that ran unplanned. */
function AgentsPanel({ told }: { told: Found["told"] }) {
  const plan = told?.agentPlan ?? [];
  const ran = told?.agentsExecuted ?? [];
  const unplanned = [...new Set(ran)].filter((agent) => !plan.includes(agent));
  const rows = [...plan, ...unplanned].slice(0, 200);
  return (
    <Panel aria-label="Plan and result">
      <PanelHead title="Plan and result" note={told && <ResultBadge isSuccess={told.isSuccess} />} />
      <PanelBody>
        {rows.length === 0 ? (
          <EmptyState title="No plan recorded">
            Events of the types workflow_start and workflow_complete record the plan and the agents that ran.
          </EmptyState>
        ) : (
          <ol className="flex flex-wrap gap-x-4 gap-y-2">
            {rows.map((agent, index) => (
              <li key={`${index} ${agent}`} className="flex items-center gap-1.5">
                <SubjectLink kind="agents" name={agent} />
                <StepBadge
                  isPlanned={index < plan.length}
                  hasRun={ran.includes(agent)}
                  isKnown={ran.length > 0}
                />
              </li>
            ))}
          </ol>
        )}
      </PanelBody>
    </Panel>
  );
}

function StepBadge({
  isPlanned,
  hasRun,
  isKnown,
}: {
  isPlanned: boolean;
  hasRun: boolean;
  isKnown: boolean;
}) {
  if (!isKnown) return <Badge tone="muted">planned</Badge>;
  if (!isPlanned)
    return (
      <Badge tone="warn" icon={<Plus aria-hidden />}>
        not planned
      </Badge>
    );
  return hasRun ? (
    <Badge tone="ok" icon={<Check aria-hidden />}>
      ran
    </Badge>
  ) : (
    <Badge tone="warn" icon={<Minus aria-hidden />}>
      did not run
    </Badge>
  );
}

function ManifestLinks({ workspace, artifacts }: { workspace: string; artifacts: readonly string[] }) {
  if (artifacts.length === 0) return <NotRecorded>–</NotRecorded>;
  return (
    <span className="flex flex-col">
      {artifacts.slice(0, 5).map((path) => (
        <TextLink key={path} href={withQuery(addressOf(workspace, "manifests"), { search: path })}>
          <Name isCode>{path}</Name>
        </TextLink>
      ))}
      {artifacts.length > 5 && `and ${formatCountOf(artifacts.length - 5, "other")}`}
    </span>
  );
}

const MANIFEST_COLUMNS: readonly Column<Found["manifests"][number]>[] = [
  {
    id: "pair",
    header: "Handoff",
    cell: ({ fromAgent, toAgent }) => <PairLinks from={fromAgent} to={toAgent} />,
  },
  {
    id: "size",
    header: "Manifest tokens",
    isNumeric: true,
    cell: ({ manifestTokens }) =>
      manifestTokens === null ? <NotRecorded>–</NotRecorded> : formatCount(manifestTokens),
  },
  {
    id: "required",
    header: "Required reading",
    isNumeric: true,
    isSecondary: true,
    cell: ({ requiredTokens }) =>
      requiredTokens === null ? <NotRecorded>–</NotRecorded> : formatCount(requiredTokens),
  },
];

const READ_COLUMNS: readonly Column<Found["reads"][number]>[] = [
  {
    id: "agent",
    header: "Agent",
    cell: ({ agent }) => (agent === null ? <NotRecorded /> : <SubjectLink kind="agents" name={agent} />),
  },
  { id: "reads", header: "Reads", isNumeric: true, cell: ({ reads }) => formatCount(reads) },
  { id: "tokens", header: "Tokens", isNumeric: true, cell: ({ tokens }) => formatCompact(tokens) },
];
