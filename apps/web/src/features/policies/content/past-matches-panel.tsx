"use client";

import type { ContentRule } from "@baton/core/policy";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { ErrorState } from "@baton/ui/layout/error-state";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { TextLink } from "@baton/ui/primitives/text-link";
import { DateTime } from "@baton/ui/primitives/time";
import { History } from "lucide-react";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { FewPairs } from "../few-pairs";
import type { PastMatches } from "./past-matches";
import { type MatchSearch, usePastMatches } from "./use-past-matches";

type PastMatchesPanelProps = { workspace: string; rules: readonly ContentRule[] };

/** Shows where each content rule of the draft matches the stored texts of the last 30 days, but no text. */
export function PastMatchesPanel({ workspace, rules }: PastMatchesPanelProps) {
  const { search, start, stop } = usePastMatches(workspace);
  const isRunning = search?.status === "running";
  const restart = () => void start(rules);
  return (
    <Panel aria-label="The last 30 days">
      <PanelHead
        title="The last 30 days"
        note={
          search && search.found.textCount > 0
            ? describeSearched(search.found)
            : "with the rules of this draft"
        }
        actions={
          isRunning ? (
            <Button size="sm" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button size="sm" disabled={rules.length === 0} onClick={restart}>
              <History className="size-3.5" aria-hidden />
              {search ? "Check again" : "Check past texts"}
            </Button>
          )
        }
        hasLine
      />
      {!search && (
        <PanelBody className="pt-3 text-text-2">
          See what these rules would have found in the prompts, results, summaries and contexts that Baton
          stored.
        </PanelBody>
      )}
      {search?.status === "failed" && (
        <PanelBody className="pt-3">
          <ErrorState title="The check did not finish" onRetry={restart}>
            {search.message}
          </ErrorState>
        </PanelBody>
      )}
      {isRunning && (
        <PanelBody className="pt-3">
          <progress
            aria-label="Part of the last 30 days that is checked"
            className="h-1.5 w-full [accent-color:var(--accent)]"
            value={search.done}
            max={1}
          />
        </PanelBody>
      )}
      {search && <Found workspace={workspace} search={search} rules={rules} />}
    </Panel>
  );
}

function Found({ workspace, search, rules }: PastMatchesPanelProps & { search: MatchSearch }) {
  const timeZone = useTimeZone();
  const { status, found } = search;
  if (found.textCount === 0) {
    return status !== "done" ? null : (
      <EmptyState title="Nothing could be checked">
        Content is not stored in this workspace, or no text arrived in the last 30 days. Ingest stores no
        texts if <code>BATON_STORE_CONTENT</code> is <code>false</code>.
      </EmptyState>
    );
  }
  const isOld = JSON.stringify(search.rules) !== JSON.stringify(rules);
  return (
    <>
      <div className={isOld ? "opacity-60" : ""} aria-busy={status === "running"}>
        <DataTable
          caption="Matches of each rule in the last 30 days"
          columns={columnsOf(workspace, timeZone)}
          rows={search.rules.map(({ rule_id }, position) => ({
            ruleId: rule_id,
            position,
            isInvalid: found.invalid.includes(position),
            matches: found.rules.get(position) ?? null,
          }))}
          keyOf={({ position }) => position}
          isCompact
        />
      </div>
      {isOld && <PanelFoot>The rules changed after this check. Check again.</PanelFoot>}
      {status === "stopped" && <PanelFoot>You stopped the check. Older texts are not counted.</PanelFoot>}
    </>
  );
}

function describeSearched({ textCount, tooLongCount }: PastMatches): string {
  const skipped = tooLongCount > 0 ? `; ${formatCount(tooLongCount)} above 1 MB skipped` : "";
  return `${formatCountOf(textCount, "stored line")} checked${skipped}`;
}

interface Row {
  ruleId: string;
  position: number;
  isInvalid: boolean;
  matches: NonNullable<ReturnType<PastMatches["rules"]["get"]>> | null;
}

function columnsOf(workspace: string, timeZone: string): Column<Row>[] {
  return [
    { id: "rule", header: "Rule", cell: ({ ruleId }) => <code className="wrap-anywhere">{ruleId}</code> },
    {
      id: "matches",
      header: "Matches",
      isNumeric: true,
      cell: ({ matches, isInvalid }) =>
        isInvalid ? "invalid pattern" : formatCount(matches?.matchCount ?? 0),
      sortBy: ({ matches }) => matches?.matchCount ?? 0,
    },
    {
      id: "handoffs",
      header: "Handoffs",
      isNumeric: true,
      isSecondary: true,
      cell: ({ matches }) => formatCount(matches?.handoffCount ?? 0),
      sortBy: ({ matches }) => matches?.handoffCount ?? 0,
    },
    {
      id: "pairs",
      header: "Between",
      isSecondary: true,
      cell: ({ matches }) => <FewPairs pairs={matches?.pairs ?? []} />,
    },
    {
      id: "examples",
      header: "Latest",
      cell: ({ matches }) => (
        <ul>
          {matches?.examples.map(({ sessionId, eventId, occurredAt, count }, index) => (
            <li key={index}>
              <TextLink
                href={addressOf(
                  workspace,
                  "sessions",
                  sessionId,
                  ...(eventId === null ? [] : ["handoffs", eventId]),
                )}
              >
                <DateTime at={occurredAt} timeZone={timeZone} />
              </TextLink>
              {count > 1 && ` (${formatCount(count)})`}
            </li>
          ))}
        </ul>
      ),
    },
  ];
}
