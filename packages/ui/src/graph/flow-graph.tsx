"use client";

import { Panel, ReactFlow, type ReactFlowInstance } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { ChartColour } from "../charts/colour";
import { Button } from "../primitives/button";
import { type DrawnEdge, FlowEdge } from "./flow-edge";
import "./flow-graph.css";
import { useWidth } from "../use-width";
import { type DrawnNode, FlowNode } from "./flow-node";
import { layoutGraph } from "./layout-graph";
import type { GraphEdge, GraphNode } from "./measure";
import type { Point } from "./route";
import { openingViewport, paperScale } from "./viewport";

export type FlowGraphNode = GraphNode;

export type FlowGraphEdge = GraphEdge & {
  colour: ChartColour;
  /** Draws a dashed line: no rule, the default applied. */
  isDashed?: boolean;
  /** Draws two red rails and a red pill. Give the reason in `flag`. */
  isAlarming?: boolean;
  /** Full description: "Handoff 6, severity to recommendation, 2,722 tokens after, 58.0 % saved". */
  description: string;
};

export type FlowGraphProps = {
  /** Name of the graph ("Graph of 6 agents and 9 handoffs"). */
  label: string;
  /** In order of first participation, which runs from left to right. */
  nodes: readonly FlowGraphNode[];
  /** In chronological order. */
  edges: readonly FlowGraphEdge[];
  selectedEdgeId?: string | null;
  selectedNodeId?: string | null;
  onSelectEdge: (id: string) => void;
  onSelectNode?: (id: string) => void;
  /** Height of its container in pixels, reserved before the graph is loaded. */
  height?: number;
};

const nodeTypes = { flow: FlowNode };
const edgeTypes = { flow: FlowEdge };
type Flow = ReactFlowInstance<DrawnNode, DrawnEdge>;

/**
 * Draws agents and their handoffs from left to right. Drag to pan; Ctrl or ⌘ and the wheel (or two
 * fingers) to zoom; Tab moves between nodes and pills, Enter selects. Loads its own styles, so
 * import it lazily. More than about 300 edges take seconds to lay out and are unreadable: combine
 * the edges of a pair first.
 */
export function FlowGraph(props: FlowGraphProps) {
  const {
    label,
    nodes,
    edges,
    selectedEdgeId,
    selectedNodeId,
    onSelectEdge,
    onSelectNode,
    height = 340,
  } = props;
  const place = useRef<HTMLElement>(null);
  const [flow, setFlow] = useState<Flow | null>(null);
  const placed = useMemo(() => layoutGraph(nodes, edges), [nodes, edges]);

  const selectedEdge = edges.find((edge) => edge.id === selectedEdgeId);
  const isNodeSelected = (id: string) =>
    id === selectedNodeId || id === selectedEdge?.from || id === selectedEdge?.to;
  const noteOf = new Map(nodes.map((node) => [node.id, node]));
  const placedEdgeOf = new Map(placed.edges.map((edge) => [edge.id, edge]));

  const open = (instance: Flow) => {
    const width = place.current?.clientWidth ?? 0;
    const first = placed.nodes.toSorted((a, b) => a.x - b.x)[0];
    const firstY = first && first.y + first.height / 2;
    if (width > 0 && placed.width > 0)
      void instance.setViewport(openingViewport(placed, { width, height }, firstY));
  };
  /** Centre an element outside the view when it gets the focus. */
  const reveal = (point: Point) => {
    if (!flow || !place.current) return;
    const { x, y, zoom } = flow.getViewport();
    const left = point.x * zoom + x;
    const top = point.y * zoom + y;
    const isInView = left >= 0 && left <= place.current.clientWidth && top >= 0 && top <= height;
    if (!isInView) void flow.setCenter(point.x, point.y, { zoom });
  };

  const width = useWidth(place, 0);
  const revealSelected = useEffectEvent(() => {
    const selected = placed.edges.find((edge) => edge.id === selectedEdgeId);
    if (selected) reveal(selected.pill);
  });
  // Keep the selected pill visible if a panel opens next to the graph.
  useEffect(() => {
    if (width > 0) revealSelected();
  }, [width]);

  const drawnNodes = placed.nodes.map(
    (box): DrawnNode => ({
      id: box.id,
      type: "flow",
      position: { x: box.x, y: box.y },
      width: box.width,
      height: box.height,
      // The layout knows the size. Without it each redraw would remove the pills, and the focus, until the
      // nodes are measured again.
      measured: { width: box.width, height: box.height },
      data: {
        label: noteOf.get(box.id)?.label ?? box.id,
        note: noteOf.get(box.id)?.note ?? "",
        isSelected: isNodeSelected(box.id),
        onSelect: onSelectNode && (() => onSelectNode(box.id)),
        onFocus: () => reveal({ x: box.x + box.width / 2, y: box.y + box.height / 2 }),
      },
    }),
  );
  const drawnEdges = edges.flatMap((edge): DrawnEdge[] => {
    const way = placedEdgeOf.get(edge.id);
    if (!way) return [];
    return [
      {
        id: edge.id,
        type: "flow",
        source: edge.from,
        target: edge.to,
        ariaLabel: edge.description,
        data: {
          ...way,
          colour: edge.colour,
          order: edge.order,
          text: edge.text,
          flag: edge.flag,
          description: edge.description,
          isDashed: edge.isDashed ?? false,
          isAlarming: edge.isAlarming ?? false,
          isSelected: edge.id === selectedEdgeId,
          onSelect: () => onSelectEdge(edge.id),
          onFocus: () => reveal(way.pill),
        },
      },
    ];
  });

  return (
    <section
      ref={place}
      aria-label={label}
      style={{ height, ...Object.fromEntries([["--paper-scale", paperScale(placed, height)]]) }}
    >
      <ReactFlow<DrawnNode, DrawnEdge>
        nodes={drawnNodes}
        edges={drawnEdges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={(instance) => {
          setFlow(instance);
          open(instance);
        }}
        minZoom={0.2}
        maxZoom={2}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        zoomOnScroll={false}
        preventScrolling={false}
        zoomOnDoubleClick={false}
        onlyRenderVisibleElements={edges.length > 300}
      >
        <Panel position="bottom-left" className="m-3! flex gap-1">
          <Button size="icon-sm" aria-label="Zoom in" onClick={() => void flow?.zoomIn()}>
            <Plus className="size-3.5" aria-hidden />
          </Button>
          <Button size="icon-sm" aria-label="Zoom out" onClick={() => void flow?.zoomOut()}>
            <Minus className="size-3.5" aria-hidden />
          </Button>
          <Button
            size="icon-sm"
            aria-label="Show all"
            onClick={() => void flow?.fitView({ padding: 0.05, maxZoom: 1 })}
          >
            <Maximize className="size-3.5" aria-hidden />
          </Button>
        </Panel>
      </ReactFlow>
    </section>
  );
}
