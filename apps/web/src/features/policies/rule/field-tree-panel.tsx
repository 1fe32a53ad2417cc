"use client";

import type { Cause, Policy } from "@baton/core";
import type { HandoffRule } from "@baton/core/policy";
import { formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { Input } from "@baton/ui/primitives/input";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { Ban, Check, ChevronDown, ChevronRight, Minus, Search } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { OutcomeBadge, wordOf } from "@/features/sessions/handoff/outcomes";
import {
  chooseField,
  type FieldChoice,
  type FieldNode,
  type FieldOutcome,
  findOutcomes,
  growFieldTree,
  readChoice,
  whyNotDropped,
} from "./field-tree";
import type { ObservedField } from "./observed-fields";

type FieldTreePanelProps = {
  rule: HandoffRule;
  /** The draft. */
  policy: Policy;
  /** Null if nothing is live. */
  live: Policy | null;
  /** Fields of past contexts between the rule's agents. */
  seen: readonly ObservedField[];
  /** Number of handoffs behind the counts. */
  handoffs: number;
  now: number;
  onChange: (changes: Partial<HandoffRule>) => void;
};

/** Maximum rows to show; a search finds the others. */
const MAX_ROWS = 200;

const CHOICES = [
  { value: "pass", word: "Pass", icon: <Check aria-hidden /> },
  { value: "drop", word: "Drop", icon: <Minus aria-hidden /> },
  { value: "block", word: "Block", icon: <Ban aria-hidden /> },
] as const;

/** Shows every field that was seen between the rule's agents, its outcome, and a choice for each. */
export function FieldTreePanel(props: FieldTreePanelProps) {
  const { rule, seen, handoffs, onChange } = props;
  const [search, setSearch] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState<string | null>(null);
  const tree = useMemo(() => growFieldTree(seen, rule.from_agent_id), [seen, rule.from_agent_id]);
  const outcomes = useOutcomes(props);
  const rows = useMemo(() => listRows(tree, closed, search.trim().toLowerCase()), [tree, closed, search]);
  const dropRefusal = whyNotDropped(rule);
  const choose = (node: FieldNode, choice: FieldChoice) => {
    const before = readChoice(node, outcomes.draft);
    setNote(before === null ? null : describeEffect(node, before, choice, outcomes));
    onChange(chooseField(rule, tree, node, choice));
  };
  if (tree.length === 0) return null;
  return (
    <Panel aria-label="Fields seen">
      <PanelHead
        title="Fields seen"
        note={`in ${formatCountOf(handoffs, "handoff")}; choose the outcome of each`}
        actions={
          <Input
            type="search"
            aria-label="Find a field"
            placeholder="Find a field"
            className="w-44"
            leading={<Search aria-hidden />}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        }
      />
      {note !== null && (
        <PanelBody className="pb-2 text-sm text-warn" role="status">
          {note}
        </PanelBody>
      )}
      <div className="@container relative">
        <table className="w-full table-fixed border-line border-t">
          <caption className="sr-only">Fields seen, with the outcome of each</caption>
          <thead>
            <tr className="border-line-2 border-b text-left text-sm text-text-3 *:px-2 *:py-1.5 *:font-medium">
              <th className="pl-4!">Field</th>
              <th className="w-18 text-right @max-[480px]:hidden">Held in</th>
              <th className="w-30 @max-[400px]:hidden">Outcome</th>
              <th className="w-32 pr-4!">
                <span className="sr-only">Choice</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_ROWS).map(({ node, depth }) => (
              <tr key={node.pattern} className="border-line border-b *:px-2 *:py-1">
                <th scope="row" className="pl-4! text-left font-normal">
                  <span className="flex items-center gap-1" style={{ paddingLeft: depth * 14 }}>
                    {node.children.length > 0 ? (
                      <Button
                        size="icon-sm"
                        variant="ghost"
                        className="-ml-1 size-5"
                        aria-expanded={!closed.has(node.pattern)}
                        aria-label={`Fields of ${node.label}`}
                        onClick={() => setClosed(toggle(closed, node.pattern))}
                      >
                        {closed.has(node.pattern) ? (
                          <ChevronRight className="size-3.5" aria-hidden />
                        ) : (
                          <ChevronDown className="size-3.5" aria-hidden />
                        )}
                      </Button>
                    ) : (
                      <span className="w-4 flex-none" />
                    )}
                    <code className="[overflow-wrap:anywhere] sm:truncate" title={node.pattern}>
                      {node.label}
                    </code>
                  </span>
                  <span className="hidden pl-4 @max-[400px]:block">
                    <OutcomeCell node={node} outcomes={outcomes} />
                  </span>
                </th>
                <td
                  className="whitespace-nowrap text-right tabular-nums @max-[480px]:hidden"
                  title={formatCountOf(node.handoffs, "handoff")}
                >
                  {handoffs > 0 ? formatPercent(node.handoffs / handoffs) : formatCount(node.handoffs)}
                </td>
                <td className="@max-[400px]:hidden">
                  <OutcomeCell node={node} outcomes={outcomes} />
                </td>
                <td className="pr-4! text-right">
                  <SegmentedControl
                    label={`Outcome of ${node.pattern}`}
                    value={readChoice(node, outcomes.draft)}
                    options={CHOICES.map(({ value, word, icon }) => ({
                      value,
                      label: (
                        <span title={value === "drop" && dropRefusal !== null ? dropRefusal : word}>
                          {icon}
                          <span className="sr-only">{word}</span>
                        </span>
                      ),
                      isDisabled:
                        rule.handoff_mode === "minimal"
                          ? value !== "block"
                          : value === "drop" && dropRefusal !== null,
                    }))}
                    onValueChange={(choice) => choose(node, choice)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <PanelFoot>
        {rows.length === 0
          ? "No field matches the search."
          : rows.length > MAX_ROWS
            ? `The first ${MAX_ROWS} of ${formatCount(rows.length)} fields. Search for others.`
            : (dropRefusal ?? "Pass adds the field to the allowed fields. Block removes it at any depth.")}
      </PanelFoot>
    </Panel>
  );
}

type Outcomes = { draft: ReadonlyMap<string, FieldOutcome>; live: ReadonlyMap<string, FieldOutcome> | null };

/** Computes the outcome of each field with this rule, and now. */
function useOutcomes({ rule, policy, live, seen, now }: FieldTreePanelProps): Outcomes {
  const edited = useDeferredValue(rule);
  const paths = useMemo(() => seen.map(({ path }) => path), [seen]);
  const pair = useMemo(
    () => ({ from: rule.from_agent_id, to: rule.to_agent_id }),
    [rule.from_agent_id, rule.to_agent_id],
  );
  const draft = useMemo(
    () => findOutcomes({ ...policy, agent_handoff_rules: [edited] }, pair, paths, now),
    [policy, edited, pair, paths, now],
  );
  const liveOutcomes = useMemo(() => live && findOutcomes(live, pair, paths, now), [live, pair, paths, now]);
  return { draft, live: liveOutcomes };
}

/** Returns the reason why a choice has no effect on what passes; null if it has one. */
function describeEffect(
  node: FieldNode,
  before: FieldChoice,
  choice: FieldChoice,
  { draft }: Outcomes,
): string | null {
  if (before === "pass" || choice === "pass" || before === choice) return null;
  const cause = node.leaves.map((leaf) => draft.get(leaf)?.cause).find((each) => each !== null);
  const reason = {
    mode: "the mode already drops it",
    not_allowed: "it is not in the allowed fields",
    dropped: "the output is not an object",
    extracted: "“Keep only these fields” already removes it",
    summarized: "it is summarized",
    redacted: "it is redacted",
    blocked: "it is blocked already",
  }[cause ?? "not_allowed"];
  return `${node.label} did not pass before either: ${reason}. ${choice === "block" ? "The block keeps it out if other settings change." : ""}`.trim();
}

/** Shows the outcome in the draft, and the one in the live policy if it differs. */
function OutcomeCell({ node, outcomes: { draft, live } }: { node: FieldNode; outcomes: Outcomes }) {
  const [now, before] = [findCause(node, draft), live && findCause(node, live)];
  return (
    <>
      {now === "partly" ? (
        <span className="text-sm text-text-2">partly passed</span>
      ) : (
        <OutcomeBadge outcome={now ?? "passed"} />
      )}
      {live && before !== now && (
        <span className="block text-sm text-text-3">
          live: {before === "partly" ? "partly passed" : wordOf(before ?? "passed")}
        </span>
      )}
    </>
  );
}

/** Returns the one cause for all fields of a container; null if all pass. */
function findCause(node: FieldNode, outcomes: ReadonlyMap<string, FieldOutcome>): Cause | "partly" | null {
  const causes = new Set(node.leaves.map((leaf) => outcomes.get(leaf)?.cause ?? null));
  const [cause = null] = causes;
  return causes.size > 1 ? "partly" : cause;
}

function listRows(
  nodes: readonly FieldNode[],
  closed: ReadonlySet<string>,
  search: string,
  depth = 0,
): { node: FieldNode; depth: number }[] {
  return nodes.flatMap((node) => {
    const below = listRows(node.children, closed, search, depth + 1);
    if (search !== "" && below.length === 0 && !node.pattern.toLowerCase().includes(search)) return [];
    return [{ node, depth }, ...(closed.has(node.pattern) && search === "" ? [] : below)];
  });
}

function toggle(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
