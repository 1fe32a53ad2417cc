"use client";

import { Combobox } from "@baton/ui/primitives/combobox";
import { Name } from "@baton/ui/primitives/name";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { TextLink } from "@baton/ui/primitives/text-link";
import { DEPTHS, DIRECTIONS } from "@/app/w/[workspace]/sessions/[session]/search-params";

type Direction = (typeof DIRECTIONS)[number];
type Depth = (typeof DEPTHS)[number];

export interface GraphFocusProps {
  agents: readonly string[];
  agent: string | null;
  direction: Direction;
  depth: Depth;
  /** Link to the knowledge of the chosen agent. */
  knowledgeHref: string | null;
  onChange: (change: { agent?: string | null; direction?: Direction; depth?: Depth }) => void;
}

const DIRECTION_LABELS: Record<Direction, string> = {
  both: "Both ways",
  upstream: "Received from",
  downstream: "Passed on to",
};

/** Draws the graph around one agent: which, in which direction, and how many handoffs away. */
export function GraphFocus(props: GraphFocusProps) {
  const { agents, agent, direction, depth, knowledgeHref, onChange } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-2">
      <Combobox
        aria-label="Draw the graph around an agent"
        className="w-56 max-sm:w-full"
        placeholder="Around an agent"
        searchLabel="Find an agent"
        options={agents.map((id) => ({ value: id, text: id }))}
        value={agent}
        onValueChange={(chosen) => onChange({ agent: chosen })}
      />
      {agent !== null && (
        <>
          <SegmentedControl
            label="Direction"
            options={DIRECTIONS.map((value) => ({ value, label: DIRECTION_LABELS[value] }))}
            value={direction}
            onValueChange={(value) => onChange({ direction: value })}
          />
          <SegmentedControl
            label="Handoffs away"
            options={DEPTHS.map((value) => ({ value, label: value === "all" ? "All" : value }))}
            value={depth}
            onValueChange={(value) => onChange({ depth: value })}
          />
          {knowledgeHref && (
            <TextLink href={knowledgeHref}>
              What did <Name>{agent}</Name> know?
            </TextLink>
          )}
        </>
      )}
    </div>
  );
}
