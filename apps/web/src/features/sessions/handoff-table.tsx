"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { type SortOrder, sortRows } from "@baton/ui/data-table/sort";
import { useVirtualRows } from "@baton/ui/data-table/use-virtual-rows";
import { formatCount, formatCountOf, formatDuration } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Anchor } from "@baton/ui/primitives/anchor";
import { Button } from "@baton/ui/primitives/button";
import { Chip } from "@baton/ui/primitives/chip";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Input } from "@baton/ui/primitives/input";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Time } from "@baton/ui/primitives/time";
import { Search } from "lucide-react";
import { useState } from "react";
import { SubjectLink } from "@/features/traffic/subject-link";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { conversationStart } from "./conversation/conversation-address";
import { ErrorBadge } from "./handoff/error-badge";
import {
  HandoffBadges,
  ModeBadge,
  NoRuleBadge,
  ObservedBadge,
  ViolationBadge,
} from "./handoff/handoff-badges";
import { Unrecorded } from "./handoff/handoff-kinds";
import { isObserved, passedTokens } from "./handoff/observed";
import { savedShare } from "./handoff/savings";
import { LeakBadge } from "./lineage/leak-badge";
import type { SessionError } from "./place-errors";
import type { HandoffFilter, NumberedHandoff, SessionHandoff } from "./select-handoffs";

interface HandoffTableProps {
  handoffs: readonly NumberedHandoff[];
  /** Those of `handoffs` that the filter finds. */
  found: readonly NumberedHandoff[];
  leaking: ReadonlySet<string>;
  /** Errors by the handoff that they followed. */
  errors: ReadonlyMap<string, readonly SessionError[]>;
  address: { workspace: string; session: string };
  handoffFilter: HandoffFilter;
  onFilter: (change: {
    find?: string | null;
    violation?: boolean | null;
    from?: string | null;
    to?: string | null;
  }) => void;
  selectedEventId: string | null;
  onSelect: (eventId: string) => void;
}

const keyOf = (handoff: NumberedHandoff) => handoff.eventId;

/** Height of the table in pixels, above which it scrolls. */
const MAX_HEIGHT = 720;

/** Lists every handoff of a session, oldest first, each with a link to its page. */
export function HandoffTable(props: HandoffTableProps) {
  const { handoffs, found, leaking, errors, address, handoffFilter, onFilter, selectedEventId, onSelect } =
    props;
  const { from, to } = handoffFilter;
  const columns = useColumns(found, leaking, errors, address);
  const [order, setOrder] = useState<SortOrder | null>(null);
  const sortBy = columns.find(({ id }) => id === order?.columnId)?.sortBy;
  const sorted = order && typeof sortBy === "function" ? sortRows(found, sortBy, order.direction) : found;
  const drawn = useVirtualRows(sorted, { keyOf, selectedKey: selectedEventId, height: MAX_HEIGHT });
  const violationCount = handoffs.filter(({ enforcement }) => enforcement === "differs").length;
  const isFiltered = found.length < handoffs.length;
  return (
    <Panel aria-label="Handoffs">
      <PanelHead
        title="Handoffs"
        note={noteOf(found.length, handoffs.length)}
        actions={
          handoffs.length > 0 && (
            <>
              {(from !== null || to !== null) && (
                <Chip
                  onRemove={() => onFilter({ from: null, to: null })}
                  removeLabel="List the handoffs of all agents"
                >
                  {isolateName(from ?? "any")} → {isolateName(to ?? "any")}
                </Chip>
              )}
              {(violationCount > 0 || handoffFilter.violation) && (
                <Button
                  size="sm"
                  aria-pressed={handoffFilter.violation}
                  variant={handoffFilter.violation ? "primary" : "default"}
                  onClick={() => onFilter({ violation: handoffFilter.violation ? null : true })}
                >
                  Policy violations {violationCount}
                </Button>
              )}
              <Input
                type="search"
                aria-label="Find handoffs by agent, rule or number"
                placeholder="Agent, rule or #12"
                className="w-48"
                leading={<Search aria-hidden />}
                defaultValue={handoffFilter.find ?? ""}
                onChange={(event) => onFilter({ find: event.target.value || null })}
              />
            </>
          )
        }
      />
      <DataTable
        caption="Handoffs of this session"
        columns={columns}
        rows={sorted}
        drawn={drawn}
        order={order}
        onOrderChange={setOrder}
        keyOf={keyOf}
        selectedKey={selectedEventId}
        onSelect={(handoff) => onSelect(handoff.eventId)}
        isAlarming={({ eventId }) => errors.has(eventId)}
        maxHeight={MAX_HEIGHT}
        empty={
          isFiltered ? (
            <EmptyState
              title="No handoffs match these filters"
              actions={
                <Button onClick={() => onFilter({ find: null, violation: null, from: null, to: null })}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              title="No handoffs in this session"
              actions={<TextLink href={conversationStart(address)}>Read the conversation</TextLink>}
            >
              No event of this session passes context to another agent.
            </EmptyState>
          )
        }
      />
    </Panel>
  );
}

function noteOf(found: number, all: number): string {
  const handoffs = formatCountOf(all, "handoff");
  return found === all ? handoffs : `${formatCount(found)} of ${handoffs}`;
}

function useColumns(
  handoffs: readonly NumberedHandoff[],
  leaking: ReadonlySet<string>,
  errors: HandoffTableProps["errors"],
  address: HandoffTableProps["address"],
): Column<NumberedHandoff>[] {
  const timeZone = useTimeZone();
  return [
    { id: "number", header: "No.", cell: (handoff) => handoff.number },
    {
      id: "time",
      header: "Time",
      isSecondary: true,
      cell: (handoff) => <Time at={handoff.occurredAt} timeZone={timeZone} />,
    },
    {
      id: "gap",
      header: "Gap",
      isSecondary: true,
      isNumeric: true,
      cell: ({ sincePrevious }) => (sincePrevious === null ? "–" : `+${formatDuration(sincePrevious)}`),
      sortBy: ({ sincePrevious }) => sincePrevious ?? -1,
    },
    {
      id: "handoff",
      header: "Handoff",
      cell: (handoff) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Anchor
            href={addressOf(address.workspace, "sessions", address.session, "handoffs", handoff.eventId)}
          >
            <FromTo from={handoff.fromAgent} to={handoff.toAgent} />
          </Anchor>
          {handoff.enforcement === "differs" && <ViolationBadge handoff={handoff} />}
          {isObserved(handoff) && <ObservedBadge />}
          {leaking.has(handoff.eventId) && <LeakBadge />}
          <ErrorBadge errors={errors.get(handoff.eventId)} />
        </span>
      ),
    },
    {
      id: "rule",
      header: "Kind, rule, mode",
      isSecondary: true,
      cell: (handoff) => <RuleCell handoff={handoff} />,
    },
    {
      id: "before",
      header: "Before",
      isNumeric: true,
      sortBy: (handoff) => handoff.beforeTokens ?? -1,
      cell: ({ beforeTokens, kind }) =>
        beforeTokens === null ? <Unrecorded kind={kind} /> : formatCount(beforeTokens),
      isSecondary: true,
      sum: sumOfContexts(handoffs, (handoff) => handoff.beforeTokens),
    },
    {
      id: "after",
      header: "After",
      isNumeric: true,
      sortBy: (handoff) => passedTokens(handoff) ?? -1,
      cell: (handoff) => {
        const passed = passedTokens(handoff);
        return passed === null ? <Unrecorded kind={handoff.kind} /> : formatCount(passed);
      },
      sum: sumOfContexts(handoffs, passedTokens),
    },
    {
      id: "saved",
      header: "Saved",
      isNumeric: true,
      cell: (handoff) => {
        const share = savedShare(handoff);
        return share === "" ? (
          <Unrecorded kind={handoff.kind} />
        ) : (
          <span className="font-semibold">{share}</span>
        );
      },
    },
  ];
}

/** Shows the rule that applied and its mode, or the kind of a handoff without a policy. */
function RuleCell({ handoff }: { handoff: SessionHandoff }) {
  if (handoff.kind !== "context") return <HandoffBadges handoff={handoff} />;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {handoff.mode && <ModeBadge mode={handoff.mode} isDefault={handoff.ruleId === null} />}
      {handoff.ruleId === null ? <NoRuleBadge /> : <SubjectLink kind="rules" name={handoff.ruleId} />}
    </span>
  );
}

/**
 * Adds up context handoffs; null without any, since a
 * caller's context counts again at each of its calls.
 */
function sumOfContexts(
  handoffs: readonly SessionHandoff[],
  size: (handoff: SessionHandoff) => number | null,
): string | undefined {
  const contexts = handoffs.filter((handoff) => handoff.kind === "context");
  if (contexts.length === 0) return undefined;
  return formatCount(contexts.reduce((total, handoff) => total + (size(handoff) ?? 0), 0));
}
