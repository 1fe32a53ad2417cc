"use client";

import { DataTable } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount, formatCountOf, formatDuration } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Name } from "@baton/ui/primitives/name";
import { TextLink } from "@baton/ui/primitives/text-link";
import { DateTime } from "@baton/ui/primitives/time";
import type { ReactNode } from "react";
import { PairLinks, SubjectLink } from "@/features/traffic/subject-link";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { KindBadge, Unrecorded } from "../handoff/handoff-kinds";
import { costOf, usedOf } from "../session-cost";
import type { Sides } from "./merge-sides";

type Found = RouterOutputs["sessions"]["compare"];
type Session = Found["sessions"]["a"];

/** Shows two sessions side by side, part by part. */
export function Comparison({
  workspace,
  found,
  isDifferentOnly,
}: {
  workspace: string;
  found: Found;
  isDifferentOnly: boolean;
}) {
  const { sessions, costs, agents, pairs, fields, usage, leaks, hasFields } = found;
  const shared = { isDifferentOnly };
  const isCut = !hasFields.a || !hasFields.b;
  return (
    <>
      <SessionsTable workspace={workspace} sessions={sessions} costs={costs} />
      {sessions.a.sessionId === sessions.b.sessionId && (
        <p className="text-text-2">A and B are the same session. Select another one to see differences.</p>
      )}
      {isCut && <p className="text-text-2">One of the sessions is too large to read its fields.</p>}
      <SidesPanel
        {...shared}
        title="Leaks"
        rows={leaks.first}
        nameOf={({ key }) => <SubjectLink kind="fields" name={key} />}
        describe={(count) => formatCount(count)}
        unit="times"
      />
      <SidesPanel
        {...shared}
        title="Agents"
        rows={agents.first}
        nameOf={({ key }) => <SubjectLink kind="agents" name={key} />}
        describe={({ received, given }) => `${formatCount(received)} received, ${formatCount(given)} given`}
        unit="handoffs"
      />
      <SidesPanel
        {...shared}
        title="Handoffs"
        rows={pairs.first}
        nameOf={({ a, b }) => {
          const pair = a ?? b;
          return (
            pair && (
              <span className="flex flex-wrap items-center gap-2">
                <PairLinks from={pair.fromAgent} to={pair.toAgent} />
                <KindBadge kind={pair.kind} />
              </span>
            )
          );
        }}
        describe={({ count, passedTokens, kind }) => (
          <>
            {formatCount(count)}× ·{" "}
            {passedTokens === null ? <Unrecorded kind={kind} /> : `${formatCompact(passedTokens)} tokens`}
          </>
        )}
        unit="count, passed tokens"
      />
      <SidesPanel
        {...shared}
        title="Fields"
        rows={fields.first}
        nameOf={({ key }) => <SubjectLink kind="fields" name={key} />}
        describe={({ offeredTokens, passedTokens }) =>
          `${formatCompact(passedTokens)} of ${formatCompact(offeredTokens)}`
        }
        unit="passed of offered tokens"
      />
      <SidesPanel
        {...shared}
        title="Usage"
        rows={usage.first}
        nameOf={({ key }) => <SubjectLink kind="agents" name={key} />}
        describe={({ calls, inputTokens, outputTokens }) =>
          `${formatCountOf(calls, "call")}, ${formatCompact(inputTokens)} in, ${formatCompact(outputTokens)} out`
        }
        unit="tokens as counted by providers"
      />
    </>
  );
}

interface SidesPanelProps<Value> {
  title: string;
  unit: string;
  rows: readonly Sides<Value>[];
  nameOf: (row: Sides<Value>) => ReactNode;
  describe: (value: Value) => ReactNode;
  isDifferentOnly: boolean;
}

function SidesPanel<Value>({ title, unit, rows, nameOf, describe, isDifferentOnly }: SidesPanelProps<Value>) {
  const shown = isDifferentOnly ? rows.filter(({ a, b }) => JSON.stringify(a) !== JSON.stringify(b)) : rows;
  const cell = (value: Value | null) =>
    value === null ? <Badge tone="muted">not in this session</Badge> : describe(value);
  return (
    <Panel aria-label={title}>
      <PanelHead title={title} note={unit} />
      <DataTable
        caption={title}
        columns={[
          { id: "name", header: "Name", cell: nameOf },
          { id: "a", header: "A", isNumeric: true, cell: ({ a }) => cell(a) },
          { id: "b", header: "B", isNumeric: true, cell: ({ b }) => cell(b) },
        ]}
        rows={shown}
        keyOf={({ key }) => key}
        rowsAtOnce={50}
        empty={<EmptyState title={rows.length === 0 ? "None in either session" : "Equal in both sessions"} />}
      />
    </Panel>
  );
}

function SessionsTable({
  workspace,
  sessions,
  costs,
}: { workspace: string } & Pick<Found, "sessions" | "costs">) {
  const timeZone = useTimeZone();
  const parts: { label: string; describe: (session: Session, cost: Found["costs"]["a"]) => ReactNode }[] = [
    { label: "Started", describe: ({ startedAt }) => <DateTime at={startedAt} timeZone={timeZone} /> },
    {
      label: "Duration",
      describe: ({ startedAt, lastEventAt }) => formatDuration(lastEventAt.getTime() - startedAt.getTime()),
    },
    { label: "Handoffs", describe: ({ handoffCount }) => formatCount(handoffCount) },
    { label: "Compactions", describe: ({ compactionCount }) => formatCount(compactionCount) },
    { label: "Errors", describe: ({ errorCount }) => formatCount(errorCount) },
    { label: "Policy violations", describe: ({ violationCount }) => formatCount(violationCount) },
    { label: "Tokens used", describe: (_, cost) => usedOf(cost) },
    { label: "Cost", describe: (_, cost) => costOf(cost) },
    { label: "Original tokens", describe: (session) => sizeOf(session, session.beforeTokens) },
    { label: "Passed tokens", describe: (session) => sizeOf(session, session.afterTokens) },
    { label: "Saved, net", describe: (session) => sizeOf(session, session.savedTokens) },
  ];
  const title = (session: Session) => (
    <TextLink href={addressOf(workspace, "sessions", session.sessionId)}>
      <Name>{session.title ?? session.sessionId}</Name>
    </TextLink>
  );
  return (
    <Panel aria-label="Sessions">
      <DataTable
        caption="Sessions"
        columns={[
          { id: "part", header: "", cell: ({ label }) => label },
          {
            id: "a",
            header: <>A: {title(sessions.a)}</>,
            isNumeric: true,
            cell: (part) => part.describe(sessions.a, costs.a),
          },
          {
            id: "b",
            header: <>B: {title(sessions.b)}</>,
            isNumeric: true,
            cell: (part) => part.describe(sessions.b, costs.b),
          },
        ]}
        rows={parts}
        keyOf={({ label }) => label}
        isCompact
      />
    </Panel>
  );
}

/** Sizes are of context handoffs alone. */
function sizeOf({ scopedCount }: Session, tokens: number): ReactNode {
  return scopedCount > 0 ? formatCompact(tokens) : <Unrecorded kind="context" />;
}
