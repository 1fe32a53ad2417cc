"use client";

import * as ToggleGroup from "radix-ui/toggle-group";
import { useRef } from "react";
import { type ChartColour, cssColour } from "../charts/colour";
import { readableName } from "../format/readable-name";
import { formatDay, formatTime, formatTimeBeside } from "../format/time";
import { useWidth } from "../use-width";
import { prepareTimeScale, type TimelineBar, type TimelineLane } from "./prepare-timeline";
import { shortenLabel } from "./shorten-label";
import { TimelineSign } from "./timeline-sign";

export type { TimelineBar, TimelineLane };

export type TimelineMark = {
  id: string;
  laneId: string;
  /** Milliseconds since 1970 (UTC). */
  at: number;
  /** dot: a handoff arrives; diamond: compaction; triangle: a failed gate or an error; square: a manifest. */
  sign: "dot" | "diamond" | "triangle" | "square";
  /** Colour of a dot: the share saved. Other signs have fixed colours. */
  colour?: ChartColour;
  /** Sending lane; a vertical line starts there. */
  fromLaneId?: string;
  /** Draws a dashed vertical line: no rule, or a leak. */
  isDashed?: boolean;
  isAlarming?: boolean;
  /** Number of events that it represents; a dot grows with it. */
  count?: number;
  /** Full description: "14:33:12, handoff 6, severity to recommendation". */
  description: string;
};

export type TimelineProps = {
  /** Name of the timeline ("Timeline of 6 agents, 2 min 48 s"). */
  label: string;
  lanes: readonly TimelineLane[];
  bars: readonly TimelineBar[];
  /** In chronological order. */
  marks: readonly TimelineMark[];
  /** The time to show, in milliseconds since 1970; by default that of bars and marks. */
  span?: readonly [number, number] | null;
  /** IANA name of the page's time zone. */
  timeZone: string;
  selectedId?: string | null;
  /** Also called when a selected mark is clicked again. */
  onSelect: (id: string) => void;
};

const LANE = 21;
const HEAD = 18;
const LABELS = 150;
const LABEL_LETTERS = 22;
const EDGE = 14;
const TICK_DISTANCE = 95;
const DAY = 86_400_000;

/**
 * Shows one lane per agent with its working times and events. One Tab stop; the arrow keys move
 * between marks, Enter selects.
 */
export function Timeline(props: TimelineProps) {
  const { label, lanes, bars, marks, span, timeZone, selectedId, onSelect } = props;
  const place = useRef<HTMLElement>(null);
  const width = Math.max(520, useWidth(place, 840));
  const room = width - LABELS - EDGE;
  const moments = span ?? [...bars.flatMap((bar) => [bar.from, bar.to]), ...marks.map((mark) => mark.at)];
  const scale = prepareTimeScale(moments, Math.max(2, Math.floor(room / TICK_DISTANCE)));
  const [first = 0, second = first + 1000] = scale.ticks;
  const nameTick = (tick: number, before: number) => {
    // Ticks of a short session can be in the same second, those of a long one are days apart.
    if (second - first < 1000) return formatTime(tick, timeZone, { isExact: true });
    return second - first < DAY ? formatTimeBeside(tick, timeZone, before) : formatDay(tick, timeZone);
  };
  const height = HEAD + lanes.length * LANE + 4;
  const x = (at: number) => LABELS + scale.shareOf(at) * room;
  const rows = new Map(lanes.map((lane, index) => [lane.id, HEAD + index * LANE + LANE / 2]));
  const y = (laneId: string) => rows.get(laneId) ?? HEAD;

  return (
    <section ref={place} aria-label={label} className="overflow-x-auto">
      <div className="relative isolate" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden="true" fontSize={11} className="absolute inset-0">
          {scale.ticks.map((tick, index) => (
            <g key={tick}>
              <line x1={x(tick)} x2={x(tick)} y1={HEAD - 2} y2={height} stroke="var(--line)" />
              <text
                x={x(tick)}
                y={11}
                textAnchor={x(tick) > width - 40 ? "end" : "middle"}
                fill="var(--text-3)"
              >
                {nameTick(tick, scale.ticks[index - 1] ?? scale.from)}
              </text>
            </g>
          ))}
          {lanes.map((lane) => (
            <text key={lane.id} x={0} y={y(lane.id) + 4} fontSize={12} fill="var(--text-2)">
              <title>{readableName(lane.label)}</title>
              {shortenLabel(lane.label, LABEL_LETTERS)}
            </text>
          ))}
          {bars
            .filter(({ from, to }) => to >= scale.from && from <= scale.to)
            .map((bar) => (
              <rect
                key={`${bar.laneId} ${bar.from}`}
                x={x(Math.max(bar.from, scale.from))}
                y={y(bar.laneId) - 5}
                width={Math.max(2, x(Math.min(bar.to, scale.to)) - x(Math.max(bar.from, scale.from)))}
                height={10}
                rx={2}
                fill="var(--surface-3)"
                stroke="var(--line-2)"
              />
            ))}
          {marks.map((mark) => {
            if (mark.fromLaneId === undefined || mark.fromLaneId === mark.laneId) return null;
            const stroke = mark.isAlarming
              ? "var(--danger)"
              : mark.id === selectedId
                ? "var(--accent)"
                : "var(--text-3)";
            return (
              <g key={mark.id}>
                <line
                  x1={x(mark.at)}
                  x2={x(mark.at)}
                  y1={y(mark.fromLaneId)}
                  y2={y(mark.laneId)}
                  stroke={stroke}
                  strokeWidth={mark.isAlarming || mark.id === selectedId ? 2 : 1.2}
                  strokeDasharray={mark.isDashed ? "3 2" : undefined}
                />
                <circle cx={x(mark.at)} cy={y(mark.fromLaneId)} r={2} fill={stroke} />
              </g>
            );
          })}
        </svg>
        <ToggleGroup.Root
          type="single"
          aria-label={label}
          value={selectedId ?? ""}
          onValueChange={(id) => onSelect(id || (selectedId ?? ""))}
        >
          {marks.map((mark) => (
            <ToggleGroup.Item
              key={mark.id}
              value={mark.id}
              title={mark.description}
              aria-label={mark.description}
              style={{ left: x(mark.at), top: y(mark.laneId) }}
              className="-translate-x-1/2 -translate-y-1/2 absolute grid size-6 place-items-center rounded-full before:absolute before:inset-[3px] before:-z-1 before:rounded-full focus-visible:rounded-full focus-visible:-outline-offset-2 data-[state=on]:z-1 data-[state=on]:before:bg-accent-soft data-[state=on]:before:ring-1 data-[state=on]:before:ring-accent"
            >
              <TimelineSign sign={mark.sign} colour={cssColour(mark.colour ?? "q0")} count={mark.count} />
            </ToggleGroup.Item>
          ))}
        </ToggleGroup.Root>
      </div>
    </section>
  );
}
