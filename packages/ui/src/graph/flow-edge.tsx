"use client";

import { type Edge, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { type ChartColour, cssColour } from "../charts/colour";
import { cn } from "../cn";
import type { PlacedEdge } from "./layout-graph";

export type FlowEdgeData = PlacedEdge & {
  colour: ChartColour;
  order: string;
  text: string;
  flag?: string;
  isDashed: boolean;
  isAlarming: boolean;
  isSelected: boolean;
  /** Full description for screen readers. */
  description: string;
  onSelect: () => void;
  onFocus: () => void;
};

export type DrawnEdge = Edge<FlowEdgeData, "flow">;

/**
 * Extra widths of the strokes under the line: the halo of a selected edge and the two rails
 * of an alarming one.
 */
const HALO = { outer: 12, rim: 7, inner: 4 };
const RAILS = { outer: 7, inner: 4 };

/** Draws an edge along its computed route, with its pill, which handles clicks. */
export function FlowEdge({ data }: EdgeProps<DrawnEdge>) {
  if (!data) return null;
  const { path, arrow, strokeWidth, colour, isDashed, isAlarming, isSelected, pill } = data;
  const under = (width: number, stroke: string) => (
    <path d={path} fill="none" stroke={stroke} strokeWidth={strokeWidth + width} />
  );
  return (
    <>
      {isSelected && (
        <>
          {under(HALO.outer, "var(--accent-soft)")}
          {under(HALO.rim, "var(--accent-line)")}
          {under(HALO.inner, "var(--surface)")}
        </>
      )}
      {isAlarming && (
        <>
          {under(RAILS.outer, "var(--danger)")}
          {under(RAILS.inner, "var(--surface)")}
        </>
      )}
      <path
        d={path}
        fill="none"
        stroke={cssColour(colour)}
        strokeWidth={strokeWidth}
        strokeDasharray={isDashed ? "7 4" : undefined}
      />
      <path d={arrow} fill={cssColour(colour)} />
      <EdgeLabelRenderer>
        <button
          type="button"
          aria-label={data.description}
          aria-pressed={isSelected}
          onClick={data.onSelect}
          onFocus={data.onFocus}
          className="nopan group pointer-events-auto absolute flex flex-col items-center rounded-full focus-visible:outline-none"
          style={{ transform: `translate(-50%, -50%) translate(${pill.x}px, ${pill.y}px)` }}
        >
          <span
            className={cn(
              "flex h-[22px] items-center gap-1.5 whitespace-nowrap rounded-full border bg-surface pr-2.5 pl-[3px] font-medium text-xs transition-colors group-hover:border-line-strong group-focus-visible:outline-2 group-focus-visible:outline-accent group-focus-visible:outline-offset-2",
              isAlarming ? "border-danger" : "border-line-2",
              isSelected && "border-accent bg-accent text-on-accent group-hover:border-accent",
            )}
          >
            <span
              className={cn(
                "grid h-4 min-w-4 place-items-center rounded-full px-0.5 font-semibold",
                isSelected ? "bg-on-accent text-accent" : "bg-surface-3",
              )}
            >
              {data.order}
            </span>
            {data.text}
          </span>
          {data.flag !== undefined && (
            <span
              className={cn(
                "rounded-sm bg-surface px-1 text-xs",
                isAlarming ? "font-semibold text-danger" : "font-medium text-warn",
              )}
            >
              {data.flag}
            </span>
          )}
        </button>
      </EdgeLabelRenderer>
    </>
  );
}
