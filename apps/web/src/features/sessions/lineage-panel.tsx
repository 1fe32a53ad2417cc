"use client";

import type { LineageNode } from "@baton/server/lineage";
import { colourOfShare } from "@baton/ui/charts/colour";
import { formatCount, formatCountOf, formatPercent } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import type { FlowGraphEdge, FlowGraphNode } from "@baton/ui/graph/flow-graph";
import { GraphLegend } from "@baton/ui/graph/graph-legend";
import { ChartSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import { GraphFocus, type GraphFocusProps } from "./graph-focus";
import { KIND_LOOKS } from "./handoff/handoff-kinds";
import type { SelectedLineage } from "./select-handoffs";

/** Height in pixels: a chain of agents needs one row, anything else several. */
const GRAPH_HEIGHTS = { chain: 200, net: 360 } as const;

const loadFlowGraph = () => import("@baton/ui/graph/flow-graph").then((module) => module.FlowGraph);

/** Load the large graph library only on this page. */
const FlowGraph = dynamic(loadFlowGraph, {
  ssr: false,
  loading: () => <ChartSkeleton height={GRAPH_HEIGHTS.chain} />,
});

// Load it with the page's own code, because a session of thousands of handoffs takes a second to reach the
// graph.
if (typeof window !== "undefined") void loadFlowGraph();

interface LineagePanelProps {
  lineage: SelectedLineage;
  /** Known problems of handoffs. */
  violating: ReadonlySet<string>;
  leaking: ReadonlySet<string>;
  focus: GraphFocusProps;
  selectedEventId: string | null;
  onSelect: (eventId: string) => void;
}

/** Draws the handoffs between agents: width is the passed tokens, colour the removed share. */
export function LineagePanel(props: LineagePanelProps) {
  const { lineage, violating, leaking, focus, selectedEventId, onSelect } = props;
  const { nodes, edges, isGrouped } = lineage;
  const isChain = nodes.length <= 2 || edges.length < nodes.length;
  const selected = edges.find((edge) => selectedEventId !== null && edge.eventIds.includes(selectedEventId));
  const drawnNodes = useMemo(() => nodes.map(toGraphNode), [nodes]);
  const drawnEdges = useMemo(
    () => edges.map((edge) => toGraphEdge(edge, flagOf(edge, { violating, leaking }))),
    [edges, violating, leaking],
  );
  return (
    <Panel aria-label="Lineage">
      <PanelHead
        title="Lineage"
        actions={
          <GraphLegend
            width="tokens after"
            colour="share removed"
            dashed="no rule, default"
            rails={drawnEdges.some((edge) => edge.isAlarming) ? "leak or policy violation" : undefined}
          />
        }
      />
      <GraphFocus {...focus} />
      <FlowGraph
        label={`Graph of ${formatCountOf(nodes.length, "agent")} and ${formatCountOf(edges.length, isGrouped ? "pair" : "handoff")}`}
        height={isChain ? GRAPH_HEIGHTS.chain : GRAPH_HEIGHTS.net}
        nodes={drawnNodes}
        edges={drawnEdges}
        selectedEdgeId={selected ? edgeId(selected) : null}
        selectedNodeId={focus.agent}
        onSelectNode={(agent) => focus.onChange({ agent: agent === focus.agent ? null : agent })}
        onSelectEdge={(id) => {
          const edge = edges.find((candidate) => edgeId(candidate) === id);
          if (edge) onSelect(edge.eventIds[0]);
        }}
      />
      <HiddenNote lineage={lineage} />
    </Panel>
  );
}

/** Describes the combined and omitted parts of the graph. */
function HiddenNote({
  lineage: { isGrouped, hiddenAgents, hiddenEdges, agentCount },
}: {
  lineage: SelectedLineage;
}) {
  if (!isGrouped && hiddenAgents === 0) return null;
  return (
    <PanelFoot>
      {isGrouped && "Each edge combines all handoffs of a pair; the table lists them. "}
      {hiddenAgents > 0 &&
        `${formatCount(agentCount - hiddenAgents)} of ${formatCount(agentCount)} agents shown. Choose an agent to see its neighbours.`}
      {hiddenAgents === 0 &&
        hiddenEdges > 0 &&
        `${formatCountOf(hiddenEdges, "pair")} with the fewest tokens not shown.`}
    </PanelFoot>
  );
}

interface Flags {
  violating: ReadonlySet<string>;
  leaking: ReadonlySet<string>;
}

type DrawnEdge = SelectedLineage["edges"][number];

/** Flag of an edge without a rule, shown in addition to any other. */
const NO_RULE = "no rule";

/** Returns the most severe flag of an edge. */
function flagOf(
  edge: DrawnEdge,
  { violating, leaking }: Flags,
): { text: string; isAlarming: boolean } | null {
  if (edge.eventIds.some((id) => violating.has(id))) return { text: "policy violation", isAlarming: true };
  if (edge.eventIds.some((id) => leaking.has(id))) return { text: "leak", isAlarming: true };
  if (edge.observedCount > 0) {
    const isAll = edge.observedCount === edge.eventIds.length;
    return { text: isAll ? "observed" : `${formatCount(edge.observedCount)} observed`, isAlarming: false };
  }
  return edge.isDefault ? { text: NO_RULE, isAlarming: false } : null;
}

function toGraphNode(node: LineageNode): FlowGraphNode {
  const { agent, tokensIn, tokensOut, isStart } = node;
  if (tokensIn === null && tokensOut === null) return { id: agent, label: agent, note: "sizes not recorded" };
  const size = (tokens: number | null) => (tokens === null ? "?" : formatCount(tokens));
  const reached = isStart && tokensIn === 0 ? "starts here" : `${size(tokensIn)} in`;
  return { id: agent, label: agent, note: `${reached} · ${size(tokensOut)} out` };
}

function toGraphEdge(edge: DrawnEdge, flag: ReturnType<typeof flagOf>): FlowGraphEdge {
  const after = edge.afterTokens === null ? "size not recorded" : formatCount(edge.afterTokens);
  // A delegation passes other data than its caller's context, so the difference does not count as a saving.
  const saved = edge.kind === "context" ? edge.shareSaved : null;
  const share = saved === null ? null : formatPercent(saved);
  const count = edge.eventIds.length > 1 ? `${edge.eventIds.length}× ` : "";
  return {
    id: edgeId(edge),
    from: edge.fromAgent,
    to: edge.toAgent,
    weight: edge.afterTokens ?? 0,
    order: String(edge.number),
    text: `${edge.kind === "context" ? "" : `${KIND_LOOKS[edge.kind].word} `}${count}${after}${share ? ` · ${share}` : ""}`,
    colour: colourOfShare(saved ?? 0),
    isDashed: edge.isDefault,
    isAlarming: flag?.isAlarming ?? false,
    flag: flag?.text,
    description: `Handoff ${edge.number}${edge.kind === "context" ? "" : ` (${KIND_LOOKS[edge.kind].word})`}, ${isolateName(edge.fromAgent)} to ${isolateName(edge.toAgent)}, ${after} tokens after${share ? `, ${share} removed` : ""}${edge.isDefault ? `, ${NO_RULE}` : ""}${flag && flag.text !== NO_RULE ? `, ${flag.text}` : ""}`,
  };
}

function edgeId(edge: DrawnEdge): string {
  return String(edge.number);
}
