"use client";

import type { LineageEdge, LineageNode } from "@baton/core";
import { colourOfShare } from "@baton/ui/charts/colour";
import { formatCount, formatPercent } from "@baton/ui/format/number";
import type { FlowGraphEdge, FlowGraphNode } from "@baton/ui/graph/flow-graph";
import { GraphLegend } from "@baton/ui/graph/graph-legend";
import { ChartSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import dynamic from "next/dynamic";
import type { RouterOutputs } from "@/server/root";

/** In pixels: a chain of agents needs one row, anything else several. */
const GRAPH_HEIGHTS = { chain: 200, net: 360 } as const;

/** The drawing's library is large: it comes when a graph is looked at. */
const FlowGraph = dynamic(() => import("@baton/ui/graph/flow-graph").then((module) => module.FlowGraph), {
  ssr: false,
  loading: () => <ChartSkeleton height={GRAPH_HEIGHTS.chain} />,
});

export interface LineagePanelProps {
  lineage: RouterOutputs["sessions"]["get"]["lineage"];
  selectedEventId: string | null;
  onSelect: (eventId: string) => void;
}

/** Who handed what to whom, drawn: width is what passed, colour the share that did not. */
export function LineagePanel({ lineage, selectedEventId, onSelect }: LineagePanelProps) {
  const { nodes, edges, isGrouped } = lineage;
  const isChain = nodes.length <= 2 || edges.length < nodes.length;
  const selected = edges.find((edge) => selectedEventId !== null && edge.eventIds.includes(selectedEventId));
  return (
    <Panel aria-label="Lineage">
      <PanelHead
        title="Lineage"
        actions={<GraphLegend width="tokens after" colour="share saved" dashed="no rule, default" />}
      />
      <FlowGraph
        label={`Graph of ${nodes.length} agents and ${edges.length} ${isGrouped ? "pairs" : "handoffs"}`}
        height={isChain ? GRAPH_HEIGHTS.chain : GRAPH_HEIGHTS.net}
        nodes={nodes.map(toGraphNode)}
        edges={edges.map(toGraphEdge)}
        selectedEdgeId={selected ? edgeId(selected) : null}
        onSelectEdge={(id) => {
          const edge = edges.find((candidate) => edgeId(candidate) === id);
          if (edge) onSelect(edge.eventIds[0]);
        }}
      />
      {isGrouped && (
        <PanelFoot>
          Each line stands for all handoffs of a pair; the table below has them one by one.
        </PanelFoot>
      )}
    </Panel>
  );
}

function toGraphNode(node: LineageNode): FlowGraphNode {
  const reached = node.isStart && node.tokensIn === 0 ? "starts here" : `${formatCount(node.tokensIn)} in`;
  return { id: node.agent, label: node.agent, note: `${reached} · ${formatCount(node.tokensOut)} out` };
}

function toGraphEdge(edge: LineageEdge): FlowGraphEdge {
  const after = edge.afterTokens === null ? "size not recorded" : formatCount(edge.afterTokens);
  // A delegation hands on something else than its caller's context: the difference is no saving.
  const saved = edge.kind === "context" ? edge.shareSaved : null;
  const share = saved === null ? null : formatPercent(saved);
  const count = edge.eventIds.length > 1 ? `${edge.eventIds.length}× ` : "";
  return {
    id: edgeId(edge),
    from: edge.fromAgent,
    to: edge.toAgent,
    weight: edge.afterTokens ?? 0,
    order: String(edge.number),
    text: `${count}${after}${share ? ` · ${share}` : ""}`,
    colour: colourOfShare(saved ?? 0),
    isDashed: edge.isDefault,
    flag: edge.isDefault ? "no rule" : undefined,
    description: `Handoff ${edge.number}, ${edge.fromAgent} to ${edge.toAgent}, ${after} tokens after${share ? `, ${share} saved` : ""}${edge.isDefault ? ", no rule" : ""}`,
  };
}

function edgeId(edge: LineageEdge): string {
  return String(edge.number);
}
