"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount, formatPercent } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Anchor } from "@baton/ui/primitives/anchor";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Time } from "@baton/ui/primitives/time";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { HandoffBadges, ModeBadge, NoRuleBadge } from "@/handoff/handoff-badges";
import type { RouterOutputs } from "@/server/root";

export type SessionHandoff = RouterOutputs["sessions"]["get"]["handoffs"][number];

export interface HandoffTableProps {
  handoffs: SessionHandoff[];
  address: { workspace: string; session: string };
  selectedEventId: string | null;
  onSelect: (eventId: string) => void;
}

/** Every handoff of a session in the order of time: the drawing's other form, and the way to each handoff's page. */
export function HandoffTable({ handoffs, address, selectedEventId, onSelect }: HandoffTableProps) {
  const timeZone = useTimeZone();
  const numbers = new Map(handoffs.map((handoff, index) => [handoff.eventId, index + 1]));
  const columns: Column<SessionHandoff>[] = [
    { id: "number", header: "No.", cell: (handoff) => numbers.get(handoff.eventId) },
    {
      id: "time",
      header: "Time",
      isSecondary: true,
      cell: (handoff) => <Time at={handoff.occurredAt.getTime()} timeZone={timeZone} />,
    },
    {
      id: "handoff",
      header: "Handoff",
      cell: (handoff) => (
        <Anchor href={addressOf(address.workspace, "sessions", address.session, "handoffs", handoff.eventId)}>
          <FromTo from={handoff.fromAgent} to={handoff.toAgent} />
        </Anchor>
      ),
    },
    {
      id: "rule",
      header: "Rule and mode",
      isSecondary: true,
      cell: (handoff) => <RuleCell handoff={handoff} />,
    },
    {
      id: "before",
      header: "Before",
      isNumeric: true,
      sortBy: (handoff) => handoff.beforeTokens ?? -1,
      cell: (handoff) => formatSize(handoff.beforeTokens),
      isSecondary: true,
      sum: sumOfContexts(handoffs, (handoff) => handoff.beforeTokens),
    },
    {
      id: "after",
      header: "After",
      isNumeric: true,
      sortBy: (handoff) => handoff.afterTokens ?? -1,
      cell: (handoff) => formatSize(handoff.afterTokens),
      sum: sumOfContexts(handoffs, (handoff) => handoff.afterTokens),
    },
    {
      id: "saved",
      header: "Saved",
      isNumeric: true,
      cell: (handoff) => <span className="font-semibold">{savedShare(handoff)}</span>,
    },
  ];
  return (
    <Panel aria-label="Handoffs">
      <PanelHead
        title="Handoffs"
        note={handoffs.length === 1 ? "1 handoff" : `${handoffs.length} handoffs`}
      />
      <DataTable
        caption="Handoffs of this session"
        columns={columns}
        rows={handoffs}
        keyOf={(handoff) => handoff.eventId}
        selectedKey={selectedEventId}
        onSelect={(handoff) => onSelect(handoff.eventId)}
        maxHeight={720}
        empty={
          <EmptyState title="No handoff in this session">
            Its events were read, but none hands a context to another agent.
          </EmptyState>
        }
      />
    </Panel>
  );
}

/** The rule that applied and its mode; for what no rule governs, what it is. */
export function RuleCell({ handoff }: { handoff: SessionHandoff }) {
  if (handoff.kind !== "context") return <HandoffBadges handoff={handoff} />;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {handoff.mode && <ModeBadge mode={handoff.mode} isDefault={handoff.ruleId === null} />}
      {handoff.ruleId === null ? (
        <NoRuleBadge />
      ) : (
        <code className="[overflow-wrap:anywhere]">{handoff.ruleId}</code>
      )}
    </span>
  );
}

/** The share that did not pass. A delegation hands on something else than its caller's context, so it has none. */
export function savedShare(handoff: SessionHandoff): string {
  if (handoff.savedTokens === null || !handoff.beforeTokens) return "";
  const share = formatPercent(handoff.savedTokens / handoff.beforeTokens);
  return handoff.scopingState === "observed" ? `(${share})` : share;
}

/** A size in tokens, or that it was not recorded. */
export function formatSize(tokens: number | null): string {
  return tokens === null ? "not recorded" : formatCount(tokens);
}

/** The sum over context handoffs; none where there are none, since a caller's context counts again at each of its calls. */
function sumOfContexts(
  handoffs: readonly SessionHandoff[],
  size: (handoff: SessionHandoff) => number | null,
): string | undefined {
  const contexts = handoffs.filter((handoff) => handoff.kind === "context");
  if (contexts.length === 0) return undefined;
  return formatCount(contexts.reduce((total, handoff) => total + (size(handoff) ?? 0), 0));
}
