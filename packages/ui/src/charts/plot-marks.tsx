"use client";

import { usePlotArea, useXAxisScale, useYAxisScale, ZIndexLayer } from "recharts";
import { type Gap, NAMED_GAPS } from "./gaps";

/** An event at a point: a thin dashed vertical line with a short label. */
export type ChartEvent = { key: string; label: string };

/** Target value, drawn as a solid line with its label ("target 30 %"). */
export type ChartTarget = { value: number; label: string };

/** Approximate width of an 11 px letter. */
const LETTER = 6;
/** Space in pixels for the label above the line. A higher target has its label below. */
const LABEL_ROOM = 10;
const BEHIND = 50;
const BEFORE = 700;
const halo = { stroke: "var(--surface)", strokeWidth: 4, paintOrder: "stroke" } as const;

/** Returns the columns between two keys, in pixels of the plot; null before the scale is known. */
function useColumns():
  | ((fromKey: string, toKey: string) => { x: number; width: number; top: number; height: number } | null)
  | null {
  const scale = useXAxisScale();
  const plot = usePlotArea();
  if (!scale || !plot) return null;
  return (fromKey, toKey) => {
    const x = scale(fromKey, { position: "start" });
    const end = scale(toKey, { position: "end" });
    return x === undefined || end === undefined
      ? null
      : { x, width: end - x, top: plot.y, height: plot.height };
  };
}

/** Highlights the column of the point that is active here or in the table. */
export function ActiveColumn({ pointKey }: { pointKey: string | null }) {
  const columns = useColumns();
  const column = pointKey === null ? null : columns?.(pointKey, pointKey);
  if (!column) return null;
  return (
    <ZIndexLayer zIndex={BEHIND}>
      <rect x={column.x} y={column.top} width={column.width} height={column.height} fill="var(--surface-3)" />
    </ZIndexLayer>
  );
}

/** Highlights the columns selected by dragging, to zoom in. */
export function SelectedColumns({ fromKey, toKey }: { fromKey: string; toKey: string }) {
  const column = useColumns()?.(fromKey, toKey);
  if (!column) return null;
  return (
    <ZIndexLayer zIndex={BEHIND}>
      <rect
        x={column.x}
        y={column.top}
        width={column.width}
        height={column.height}
        fill="var(--accent-soft)"
        stroke="var(--accent)"
      />
    </ZIndexLayer>
  );
}

/**
 * Draws columns without data as dashed and empty, with a label if there is room. The label is
 * vertical in slim columns, if there are few.
 */
export function GapColumns({ gaps }: { gaps: readonly Gap[] }) {
  const columns = useColumns();
  const areFew = gaps.length <= NAMED_GAPS;
  return (
    <ZIndexLayer zIndex={BEHIND}>
      {gaps.map((gap) => {
        const column = columns?.(gap.fromKey, gap.toKey);
        if (!column) return null;
        const words = `no data, ${gap.when}`;
        const length = words.length * LETTER + 16;
        const isWide = column.width >= length;
        const hasRoom = isWide || (areFew && column.width >= 13 && column.height >= length);
        const middle = column.x + column.width / 2;
        const foot = column.top + column.height - 8;
        return (
          <g key={gap.fromKey}>
            <rect
              x={column.x + 1.5}
              y={column.top}
              width={Math.max(2, column.width - 3)}
              height={column.height}
              fill="var(--surface)"
              stroke="var(--line-strong)"
              strokeDasharray="3 3"
            />
            {hasRoom && (
              <text
                transform={
                  isWide ? `translate(${middle} ${foot})` : `translate(${middle + 4} ${foot}) rotate(-90)`
                }
                textAnchor={isWide ? "middle" : "start"}
                fontSize={11}
                fill="var(--text-2)"
              >
                {words}
              </text>
            )}
          </g>
        );
      })}
    </ZIndexLayer>
  );
}

/** Draws events over the plot, with labels only on a wide plot. */
export function EventLines({ events }: { events: readonly ChartEvent[] }) {
  const columns = useColumns();
  const plot = usePlotArea();
  if (!plot) return null;
  return (
    <ZIndexLayer zIndex={BEFORE}>
      {events.map((event) => {
        const column = columns?.(event.key, event.key);
        if (!column) return null;
        const isAtRight = column.x > plot.x + plot.width * 0.6;
        return (
          <g key={`${event.key} ${event.label}`}>
            <line
              x1={column.x}
              x2={column.x}
              y1={column.top - 4}
              y2={column.top + column.height}
              stroke="var(--text-2)"
              strokeDasharray="3 3"
            />
            {plot.width >= 420 && (
              <text
                x={column.x + (isAtRight ? -6 : 6)}
                y={column.top + 4}
                textAnchor={isAtRight ? "end" : "start"}
                fontSize={11}
                fill="var(--text-2)"
                {...halo}
              >
                {event.label}
              </text>
            )}
          </g>
        );
      })}
    </ZIndexLayer>
  );
}

/** Draws the target line with its label at the right. */
export function TargetLine({ target }: { target: ChartTarget }) {
  const scale = useYAxisScale();
  const plot = usePlotArea();
  const y = scale?.(target.value);
  if (y === undefined || !plot) return null;
  return (
    <ZIndexLayer zIndex={BEFORE}>
      <line x1={plot.x} x2={plot.x + plot.width} y1={y} y2={y} stroke="var(--text)" strokeWidth={2} />
      <text
        x={plot.x + plot.width - 4}
        y={y - plot.y < LABEL_ROOM ? y + 16 : y - 6}
        textAnchor="end"
        fontSize={11}
        fontWeight={500}
        fill="var(--text)"
        {...halo}
      >
        {target.label}
      </text>
    </ZIndexLayer>
  );
}
