"use client";

import { type MouseEvent, type ReactNode, useMemo, useRef, useState } from "react";
import {
  CartesianGrid,
  ComposedChart,
  Line,
  type MouseHandlerDataParam,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatCompact } from "../format/number";
import type { Comparison } from "./comparison";
import { describeGaps, type Gap, NAMED_GAPS } from "./gaps";
import { orderKeys } from "./order-keys";
import {
  ActiveColumn,
  type ChartEvent,
  type ChartTarget,
  EventLines,
  GapColumns,
  SelectedColumns,
  TargetLine,
} from "./plot-marks";
import { PointCard } from "./point-card";
import type { ChartPoint, DrawnSeries } from "./series";
import { formatTicks } from "./ticks";

export type { ChartEvent, ChartTarget };

/** Props shared by all charts over days. */
export type DayChartProps = {
  /** Text for screen readers: the content, the period, and that the table holds the same values. */
  description: string;
  points: readonly ChartPoint[];
  target?: ChartTarget;
  events?: readonly ChartEvent[];
  /** Dashed line of the values compared with. */
  comparison?: Comparison;
  /** Formats a value with its unit for the card at the pointer: "5.2 M". */
  formatValue?: (value: number) => string;
  /** Formats all axis values in one unit. */
  formatAxis?: (ticks: readonly number[]) => readonly string[];
  /** The point highlighted both here and in the table. */
  activeKey?: string | null;
  onActiveChange?: (key: string | null) => void;
  /** Called for a click on a day with data, to open its details. */
  onSelect?: (key: string) => void;
  /** Called after a drag from one point to another, both included, to zoom in. */
  onZoom?: (fromKey: string, toKey: string) => void;
};

export type DayPlotProps = DayChartProps & {
  /** Series in the order of the card at the pointer. */
  series: readonly DrawnSeries[];
  totalOf?: (key: string) => number | null;
  gaps: readonly Gap[];
  ticks: readonly number[];
  labelledKeys: readonly string[];
  /** The Bars or Lines. */
  children: ReactNode;
};

/** Maximum columns for which a gap has space for its label, even on a wide screen. */
const COLUMNS_WITH_WORDS = 45;

const axisText = { fontSize: 11, fill: "var(--text-3)" };

/**
 * Draws the plot shared by charts over days: axes, gaps, events, target and pointer handling.
 * The height is fixed so that nothing moves.
 */
export function DayPlot(props: DayPlotProps) {
  const {
    points,
    gaps,
    ticks,
    events = [],
    target,
    formatValue = formatCompact,
    formatAxis = formatTicks,
    onSelect,
    onZoom,
    comparison,
  } = props;
  const [ownActiveKey, setOwnActiveKey] = useState<string | null>(null);
  const activeKey = props.activeKey === undefined ? ownActiveKey : props.activeKey;
  const activate = (key: string | null) => {
    if (key === activeKey) return;
    setOwnActiveKey(key);
    props.onActiveChange?.(key);
  };
  const pointOf = new Map(points.map((point) => [point.key, point]));
  const tickTexts = formatAxis(ticks);
  const pointer = usePointer(points, {
    onPress: (key) => pointOf.get(key)?.values && onSelect?.(key),
    onZoom,
  });
  // A new list would redraw every bar on each pointer move.
  const data = useMemo(() => [...points], [points]);
  // A period without data has no comparison line to explain.
  const isCompared = Object.values(comparison?.values ?? {}).some((value) => value !== null);
  const notes = [
    ...(comparison ? [isCompared ? `dashed line: ${comparison.label}` : `no data ${comparison.label}`] : []),
    ...events.map((event) => event.label),
    ...(gaps.length > 0 ? [`dashed: ${describeGaps(gaps)}`] : []),
  ];

  return (
    <figure className="min-w-0">
      <div
        role="img"
        aria-label={props.description}
        className="h-68 select-none max-sm:h-52 [&_g]:outline-none"
      >
        <ComposedChart
          responsive
          style={{ width: "100%", height: "100%", cursor: onSelect ? "pointer" : undefined }}
          data={data}
          margin={{ top: 12, right: 12, bottom: 0, left: 0 }}
          barCategoryGap="8%"
          accessibilityLayer={false}
          onMouseDown={(state, event: MouseEvent) => event.button === 0 && pointer.begin(keyUnder(state))}
          onMouseMove={(state) => {
            const key = keyUnder(state);
            activate(key);
            pointer.move(key);
          }}
          onMouseUp={(state) => pointer.end(keyUnder(state))}
          onMouseLeave={() => {
            activate(null);
            pointer.cancel();
          }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="key"
            scale="band"
            ticks={[...props.labelledKeys]}
            tickFormatter={(key: string) => pointOf.get(key)?.label ?? key}
            interval="preserveStart"
            tick={axisText}
            tickLine={{ stroke: "var(--line-2)" }}
            tickSize={4}
            axisLine={{ stroke: "var(--line-2)" }}
            height={26}
          />
          <YAxis
            domain={[0, ticks.at(-1) ?? 1]}
            ticks={[...ticks]}
            tickFormatter={(tick: number) => tickTexts[ticks.indexOf(tick)] ?? ""}
            interval={0}
            tick={axisText}
            tickLine={false}
            axisLine={false}
            width={46}
          />
          <ActiveColumn pointKey={activeKey} />
          <GapColumns gaps={gaps} />
          {pointer.selected && <SelectedColumns {...pointer.selected} />}
          {props.children}
          {comparison && (
            <Line
              dataKey={(point: ChartPoint) => comparison.values[point.key] ?? null}
              name={comparison.label}
              type="linear"
              stroke="var(--text-2)"
              strokeWidth={1.5}
              strokeDasharray="4 3"
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          )}
          <EventLines events={events} />
          {target && <TargetLine target={target} />}
          <Tooltip
            cursor={false}
            isAnimationActive={false}
            offset={16}
            content={({ active, label }) => {
              const point = active && typeof label === "string" ? pointOf.get(label) : undefined;
              if (!point) return null;
              return (
                <PointCard
                  point={point}
                  total={props.totalOf?.(point.key)}
                  series={props.series}
                  formatValue={formatValue}
                  comparison={
                    comparison && { label: comparison.label, value: comparison.values[point.key] ?? null }
                  }
                />
              );
            }}
          />
        </ComposedChart>
      </div>
      {notes.length > 0 && (
        <figcaption
          className={`text-sm text-text-2 ${points.length > COLUMNS_WITH_WORDS || gaps.length > NAMED_GAPS || comparison ? "" : "sm:hidden"}`}
        >
          {notes.join(" · ")}
        </figcaption>
      )}
    </figure>
  );
}

/**
 * Handles a press on a point and a drag over a range of points. Browsers send no click if the pressed
 * element was redrawn in the meantime, so a press is a pointer down and up over the same point.
 */
function usePointer(
  points: readonly ChartPoint[],
  { onPress, onZoom }: { onPress: (key: string) => void; onZoom: DayChartProps["onZoom"] },
) {
  const pressed = useRef<string | null>(null);
  const [drag, setDrag] = useState<{ from: string; to: string } | null>(null);
  const isDragged = drag !== null && drag.from !== drag.to;
  const cancel = () => {
    pressed.current = null;
    setDrag(null);
  };
  return {
    selected: isDragged ? orderKeys(points, drag.from, drag.to) : null,
    begin: (key: string | null) => {
      pressed.current = key;
      if (onZoom && key !== null) setDrag({ from: key, to: key });
    },
    move: (key: string | null) => {
      if (drag && key !== null && key !== drag.to) setDrag({ from: drag.from, to: key });
    },
    end: (key: string | null) => {
      const isPress = key !== null && key === pressed.current;
      cancel();
      if (isDragged) {
        const { fromKey, toKey } = orderKeys(points, drag.from, drag.to);
        onZoom?.(fromKey, toKey);
      } else if (isPress) onPress(key);
    },
    cancel,
  };
}

function keyUnder(state: MouseHandlerDataParam): string | null {
  return state.isTooltipActive && typeof state.activeLabel === "string" ? state.activeLabel : null;
}
