"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount, formatCountOf, formatDuration, formatMoney } from "@baton/ui/format/number";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { SIDE_MODEL_USAGE_COLUMNS } from "@/features/traffic/model-usage-columns";
import { SubjectLink } from "@/features/traffic/subject-link";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Run = NonNullable<RouterOutputs["handoffs"]["run"]>;
type ToolUse = NonNullable<Run["tools"]>[number];
type Address = { workspace: string; session: string; event: string };

/** Shows what a subagent did between its call and its return. */
export function RunPanel({ address }: { address: Address }) {
  const query = useQuery(useTRPC().handoffs.run.queryOptions(address));
  if (query.isError && !query.data) return <QueryError title="Could not load the run" query={query} />;
  if (query.data === undefined) return <TableSkeleton rows={4} />;
  const run = query.data;
  if (run === null) return null;
  const { milliseconds, models, tools, areToolsCut } = run;
  const dollars = models.flatMap((model) => model.dollars ?? []);
  const notes = [
    milliseconds !== null && formatDuration(milliseconds),
    dollars.length > 0 && formatMoney(dollars.reduce((sum, each) => sum + each, 0)),
  ];
  return (
    <Panel aria-label="Subagent run">
      <PanelHead title="Subagent run" note={notes.filter((note) => note !== false).join(", ")} />
      <Links address={address} run={run} />
      {models.length > 0 && (
        <DataTable
          caption="Model calls of the subagent"
          columns={SIDE_MODEL_USAGE_COLUMNS}
          rows={models}
          keyOf={({ model }) => model ?? ""}
          isCompact
        />
      )}
      {tools !== null && tools.length > 0 && (
        <DataTable
          caption="Tools that the subagent used"
          columns={TOOL_COLUMNS}
          rows={tools}
          keyOf={({ name }) => name}
          rowsAtOnce={20}
          isCompact
        />
      )}
      <RunFoot run={run} areToolsCut={areToolsCut} />
    </Panel>
  );
}

function Links({ address: { workspace, session, event }, run }: { address: Address; run: Run }) {
  const handoffLink = (eventId: string | null, label: string) =>
    eventId !== null &&
    eventId !== event && (
      <TextLink href={addressOf(workspace, "sessions", session, "handoffs", eventId)}>{label}</TextLink>
    );
  return (
    <PanelBody className="flex flex-wrap gap-x-4 gap-y-1">
      <SubjectLink kind="agents" name={run.agent} />
      {run.childSessionId !== null && (
        <TextLink href={addressOf(workspace, "sessions", run.childSessionId)}>its session</TextLink>
      )}
      {handoffLink(run.callEventId, "its call")}
      {handoffLink(run.returnEventId, "its return")}
    </PanelBody>
  );
}

function RunFoot({ run, areToolsCut }: { run: Run; areToolsCut: boolean }) {
  const { isIdentified, models, tools } = run;
  const calls = tools?.reduce((sum, tool) => sum + tool.calls, 0) ?? 0;
  if (!isIdentified) {
    return <PanelFoot>No line names the subagent’s ID, so its calls are not known.</PanelFoot>;
  }
  return (
    <PanelFoot>
      {models.length === 0 && <p>No model calls recorded. They appear when Baton reads its transcript.</p>}
      {tools === null && models.length > 0 && <p>Tools are not known, because no line is stored.</p>}
      {tools !== null && (
        <p>
          {formatCountOf(calls, "tool call")}
          {areToolsCut && " in the first lines; the transcript is longer than Baton reads here"}. Excludes
          agents that it started.
        </p>
      )}
    </PanelFoot>
  );
}

const TOOL_COLUMNS: readonly Column<ToolUse>[] = [
  { id: "tool", header: "Tool", cell: ({ name }) => <Name isCode>{name}</Name> },
  { id: "calls", header: "Calls", isNumeric: true, cell: ({ calls }) => formatCount(calls) },
  {
    id: "failures",
    header: "Failed",
    isNumeric: true,
    cell: ({ failures }) =>
      failures === 0 ? "0" : <span className="text-danger">{formatCount(failures)}</span>,
  },
];
