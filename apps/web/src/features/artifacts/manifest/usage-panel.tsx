import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { FromTo } from "@baton/ui/primitives/from-to";
import { useQuery } from "@tanstack/react-query";
import { SubjectLink } from "@/features/traffic/subject-link";
import { formatSize } from "@/frame/not-recorded";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Usage = RouterOutputs["manifests"]["usage"];
type Handoff = Usage["handoffs"][number];
type Read = Usage["reads"][number];

const REASON_LABELS: Record<string, string> = {
  manifest: "manifest",
  required_reading: "required reading",
  detail: "detail, on demand",
  fallback: "full artifacts as fallback",
};

/** Shows the manifest's handoffs, and its reads by agent with their cost. */
export function UsagePanel({ workspace, manifestId }: { workspace: string; manifestId: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(useTRPC().manifests.usage.queryOptions({ workspace, manifest: manifestId }));
  const { data } = query;
  const hasSession = ({ sessionId }: { sessionId: string | null }) =>
    sessionId === null ? undefined : addressOf(workspace, "sessions", sessionId);
  const total = data?.reads.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0;
  return (
    <Panel aria-label="Passed and read">
      <PanelHead title="Passed and read" />
      {query.isError && !data ? (
        <PanelBody>
          <QueryError title="The usage could not be loaded" query={query} />
        </PanelBody>
      ) : !data ? (
        <TableSkeleton rows={3} />
      ) : data.handoffs.length + data.reads.length === 0 ? (
        <PanelBody className="text-text-2">
          No usage recorded yet. <code>agent_handoff</code> and <code>artifact_read</code> events report usage
          by the manifest path.
        </PanelBody>
      ) : (
        <>
          {data.handoffs.length > 0 && (
            <DataTable
              caption="Handoffs that carried the manifest"
              columns={handoffColumns(timeZone)}
              rows={data.handoffs}
              keyOf={({ eventId }) => eventId}
              hrefOf={hasSession}
              isCompact
            />
          )}
          {data.reads.length > 0 && (
            <DataTable
              caption="Files read from the manifest and its folder"
              columns={readColumns(timeZone)}
              rows={data.reads}
              keyOf={({ eventId }) => eventId}
              isCompact
              maxHeight={360}
            />
          )}
          <PanelFoot>
            {formatCountOf(data.reads.length, "read")}, {formatCount(total)} tokens in total
          </PanelFoot>
        </>
      )}
    </Panel>
  );
}

function handoffColumns(timeZone: string): Column<Handoff>[] {
  return [
    {
      id: "pair",
      header: "Sent",
      cell: ({ fromAgent, toAgent }) => <FromTo from={fromAgent} to={toAgent} />,
    },
    {
      id: "workflow",
      header: "Workflow",
      isSecondary: true,
      cell: ({ projectName, workflowId }) =>
        workflowId === null ? (
          (projectName ?? "none")
        ) : (
          <SubjectLink kind="workflows" name={workflowId}>
            {projectName ?? workflowId}
          </SubjectLink>
        ),
    },
    {
      id: "tokens",
      header: "Tokens",
      isNumeric: true,
      cell: ({ manifestTokens, requiredTokens }) =>
        formatSize(manifestTokens === null ? null : manifestTokens + (requiredTokens ?? 0)),
    },
    {
      id: "at",
      header: "At",
      isNumeric: true,
      isSecondary: true,
      cell: ({ occurredAt }) => formatDateTime(occurredAt, timeZone),
    },
  ];
}

function readColumns(timeZone: string): Column<Read>[] {
  return [
    {
      id: "file",
      header: "Read",
      cell: ({ path }) => (
        <code className="block max-w-[40ch] max-sm:max-w-[32vw] truncate" title={path}>
          {path.split("/").slice(3).join("/") || path}
        </code>
      ),
    },
    {
      id: "agent",
      header: "Agent",
      cell: ({ agent }) => (agent === null ? "unknown" : <SubjectLink kind="agents" name={agent} />),
    },
    {
      id: "reason",
      header: "As",
      isSecondary: true,
      cell: ({ reason }) => REASON_LABELS[reason] ?? reason,
    },
    { id: "tokens", header: "Tokens", isNumeric: true, cell: ({ tokens }) => formatCount(tokens) },
    {
      id: "at",
      header: "At",
      isNumeric: true,
      isSecondary: true,
      cell: ({ occurredAt }) => formatDateTime(occurredAt, timeZone),
    },
  ];
}
