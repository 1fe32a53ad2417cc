"use client";

import { CHANGE_PARTS, type ChangePart, type ChangeParts } from "@baton/server/savings-change";
import { cn } from "@baton/ui/cn";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCompact, formatCount } from "@baton/ui/format/number";
import { Delta } from "@baton/ui/layout/delta";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import { useQuery } from "@tanstack/react-query";
import { PairLinks, SubjectLink } from "@/features/traffic/subject-link";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { QueryPanel } from "./query-panel";

type Change = RouterOutputs["savings"]["change"];
type Pair = Change["pairs"]["first"][number];
type Field = Change["fields"][number];

/** Name and explanation of each part. */
const PART_WORDS: Record<ChangePart, { label: string; note: string }> = {
  volume: { label: "Number of handoffs", note: "more or fewer handoffs of the same pairs" },
  size: { label: "Size of contexts", note: "larger or smaller original contexts" },
  share: { label: "Share removed", note: "rules or data changed what is removed" },
  started: { label: "New pairs", note: "pairs without handoffs before" },
  stopped: { label: "Pairs that stopped", note: "pairs without handoffs now" },
  summarizer: { label: "Summarizing", note: "tokens that summaries used" },
};

/** Explains why the net savings differ from those of the previous period, and what may have suffered. */
export function ChangePanel({ workspace, view }: { workspace: string; view: SavingsView }) {
  const query = useQuery(
    useTRPC().savings.change.queryOptions({ workspace, ...view }, { placeholderData: (last) => last }),
  );
  return (
    <QueryPanel title="Why it changed" query={query}>
      {(change) => (
        <Panel aria-label="Why it changed">
          <PanelHead title="Why it changed" note="net tokens saved, against the compared period" hasLine />
          {change.hasEarlier ? (
            <>
              <div className="grid gap-x-6 md:grid-cols-2">
                <Waterfall change={change} />
                <Harm now={change.harm} before={change.harmBefore} />
              </div>
              <DataTable
                caption="Pairs whose net savings changed most"
                columns={PAIR_COLUMNS}
                rows={change.pairs.first}
                keyOf={({ fromAgent, toAgent }) => JSON.stringify([fromAgent, toAgent])}
                isCompact
              />
              {change.fields.length > 0 && (
                <div className="mt-4 border-line border-t">
                  <DataTable
                    caption="Fields that pass more tokens per handoff than before"
                    columns={FIELD_COLUMNS}
                    rows={change.fields}
                    keyOf={({ path, fromAgent, toAgent }) => JSON.stringify([path, fromAgent, toAgent])}
                    isCompact
                  />
                </div>
              )}
              <PanelFoot>
                Fields are counted by days in UTC. Modes and workflows do not filter them.
              </PanelFoot>
            </>
          ) : (
            <EmptyState title="No data for the compared period">
              Select a shorter period above, or another one to compare with.
            </EmptyState>
          )}
        </Panel>
      )}
    </QueryPanel>
  );
}

/** Shows how each part leads from the earlier sum to the later one. */
function Waterfall({ change: { before, now, parts } }: { change: Change }) {
  const steps = placeSteps(before, parts);
  const all = [0, before, now, ...steps.flatMap(({ from, to }) => [from, to])];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const place = (from: number, to: number) => ({
    left: `${((Math.min(from, to) - low) / Math.max(1, high - low)) * 100}%`,
    width: `${(Math.abs(to - from) / Math.max(1, high - low)) * 100}%`,
  });
  return (
    <PanelBody>
      <table className="w-full text-md">
        <caption className="sr-only">Parts of the change, in tokens</caption>
        <tbody>
          <Step label="Before" value={formatCompact(before)} bar={place(0, before)} colour="bg-c1" />
          {steps.map(({ part, from, to }) => (
            <Step
              key={part}
              label={PART_WORDS[part].label}
              title={PART_WORDS[part].note}
              value={signed(parts[part])}
              bar={place(from, to)}
              colour={parts[part] < 0 ? "bg-danger" : "bg-ok"}
            />
          ))}
          <Step label="Now" value={formatCompact(now)} bar={place(0, now)} colour="bg-c1" isTotal />
        </tbody>
      </table>
    </PanelBody>
  );
}

function placeSteps(before: number, parts: ChangeParts) {
  let at = before;
  return CHANGE_PARTS.filter((part) => parts[part] !== 0).map((part) => {
    const from = at;
    at += parts[part];
    return { part, from, to: at };
  });
}

function Step({
  label,
  title,
  value,
  bar,
  colour,
  isTotal = false,
}: {
  label: string;
  title?: string;
  value: string;
  bar: { left: string; width: string };
  colour: string;
  isTotal?: boolean;
}) {
  return (
    <tr className={cn("border-line border-b last:border-b-0", isTotal && "font-semibold")}>
      <th scope="row" title={title} className="whitespace-nowrap py-1 pr-3 text-left font-[inherit]">
        {label}
      </th>
      <td className="w-full">
        <div className="relative h-3">
          <div className={cn("absolute h-3 min-w-0.5 rounded-sm", colour)} style={bar} />
        </div>
      </td>
      <td className="whitespace-nowrap py-1 pl-3 text-right tabular-nums">{value}</td>
    </tr>
  );
}

/** Shows the signs of too much removed context, now and before. */
function Harm({ now, before }: { now: Change["harm"]; before: Change["harm"] }) {
  const rows = [
    { label: "Sessions with errors", pick: (harm: Change["harm"]) => harm.failedSessionCount },
    { label: "Compactions", pick: (harm: Change["harm"]) => harm.compactionCount },
    { label: "Files read again", pick: (harm: Change["harm"]) => harm.rereadCount },
    { label: "Tasks sent again", pick: (harm: Change["harm"]) => harm.repeatedTaskCount },
    { label: "Manifests blocked by the gate", pick: (harm: Change["harm"]) => harm.blockedManifestCount },
  ];
  return (
    <PanelBody>
      <table className="w-full text-md">
        <caption className="pb-1 text-left text-sm text-text-2">Signs that too much was removed</caption>
        <thead className="sr-only">
          <tr>
            <th>Sign</th>
            <th>Before</th>
            <th>Now</th>
            <th>Change</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, pick }) => {
            const [was, is] = [pick(before), pick(now)];
            return (
              <tr key={label} className="border-line border-b last:border-b-0">
                <th scope="row" className="py-1 text-left font-normal">
                  {label}
                </th>
                <td className="py-1 text-right text-text-2 tabular-nums">{formatCount(was)}</td>
                <td className="py-1 pl-3 text-right font-semibold tabular-nums">{formatCount(is)}</td>
                <td className="w-24 py-1 pl-3 text-right">
                  {is === was ? (
                    <span className="text-text-3">the same</span>
                  ) : (
                    <Delta direction={is > was ? "up" : "down"} isGood={is < was}>
                      {formatCount(Math.abs(is - was))}
                    </Delta>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </PanelBody>
  );
}

const PAIR_COLUMNS: readonly Column<Pair>[] = [
  {
    id: "pair",
    header: "Pair",
    takesRest: true,
    cell: ({ fromAgent, toAgent }) => <PairLinks from={fromAgent} to={toAgent} />,
  },
  {
    id: "reason",
    header: "Mostly because of",
    isSecondary: true,
    className: "whitespace-nowrap",
    cell: ({ parts }) => {
      const [first] = CHANGE_PARTS.toSorted((a, b) => Math.abs(parts[b]) - Math.abs(parts[a]));
      return first && <span title={PART_WORDS[first].note}>{PART_WORDS[first].label}</span>;
    },
  },
  {
    id: "change",
    header: "Change",
    isNumeric: true,
    sortBy: ({ change }) => change,
    cell: ({ change }) => (
      <Delta direction={change < 0 ? "down" : "up"} isGood={change > 0}>
        {formatCompact(Math.abs(change))}
      </Delta>
    ),
  },
];

const FIELD_COLUMNS: readonly Column<Field>[] = [
  {
    id: "field",
    header: "Field that passes more",
    takesRest: true,
    className: "[overflow-wrap:anywhere]",
    cell: ({ path }) => (
      <SubjectLink kind="fields" name={path}>
        <Name isCode isWhole>
          {path}
        </Name>
      </SubjectLink>
    ),
  },
  {
    id: "pair",
    header: "Pair",
    isSecondary: true,
    cell: ({ fromAgent, toAgent }) => <PairLinks from={fromAgent} to={toAgent} />,
  },
  {
    id: "per",
    header: "Per handoff",
    isNumeric: true,
    isSecondary: true,
    cell: ({ handoffCount, passedTokens, handoffCountBefore, passedTokensBefore }) =>
      handoffCountBefore === 0
        ? `new, ${formatCompact(passedTokens / Math.max(1, handoffCount))}`
        : `${formatCompact(passedTokensBefore / handoffCountBefore)} → ${formatCompact(passedTokens / Math.max(1, handoffCount))}`,
  },
  {
    id: "grown",
    header: "More tokens",
    isNumeric: true,
    sortBy: ({ grownTokens }) => grownTokens,
    cell: ({ grownTokens }) => `+${formatCompact(grownTokens)}`,
  },
];

function signed(tokens: number): string {
  return `${tokens < 0 ? "−" : "+"}${formatCompact(Math.abs(tokens))}`;
}
