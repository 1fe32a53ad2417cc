"use client";

import * as Slider from "radix-ui/slider";
import { useState } from "react";
import { formatDateTime } from "../format/time";

/** Bars of the density. */
const BUCKETS = 80;
const HEIGHT = 36;
/** Smallest range, as a share of the whole. */
const LEAST = 1 / 500;

export interface TimeBrushProps {
  label: string;
  /** Milliseconds since 1970, here and below. */
  from: number;
  to: number;
  /** Times of events. */
  moments: readonly number[];
  /** The chosen part; null for the whole. */
  range: readonly [number, number] | null;
  onRangeChange: (range: readonly [number, number] | null) => void;
  /** IANA name of the page's time zone. */
  timeZone: string;
}

/** Shows when most happened, and selects a part of the time by its two ends, by pointer or arrow keys. */
export function TimeBrush({ label, from, to, moments, range, onRangeChange, timeZone }: TimeBrushProps) {
  const [moved, setMoved] = useState<readonly [number, number] | null>(null);
  const [start, end] = moved ?? range ?? [from, to];
  const span = Math.max(1, to - from);
  const counts = countByTime(moments, from, span);
  const most = Math.max(1, ...counts);
  const toPair = (values: readonly number[]): [number, number] => [values[0] ?? from, values[1] ?? to];
  return (
    <Slider.Root
      min={from}
      max={to}
      step={Math.max(1, Math.round(span * LEAST))}
      minStepsBetweenThumbs={1}
      value={[start, end]}
      onValueChange={(values) => setMoved(toPair(values))}
      onValueCommit={(values) => {
        const [left, right] = toPair(values);
        setMoved(null);
        onRangeChange(left <= from && right >= to ? null : [left, right]);
      }}
      className="relative flex w-full touch-none select-none items-end"
      style={{ height: HEIGHT }}
    >
      <Slider.Track className="relative h-full w-full overflow-hidden rounded-sm border border-line bg-surface-2">
        <svg
          aria-hidden
          viewBox={`0 0 ${BUCKETS} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-0 h-full w-full"
        >
          {counts.map((count, index) => {
            const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
            const key = `${index}`;
            return (
              <rect key={key} x={index} y={HEIGHT - height} width={0.85} height={height} fill="var(--c1)" />
            );
          })}
        </svg>
        <Slider.Range className="absolute h-full bg-accent/15 shadow-[inset_0_0_0_1px_var(--accent)]" />
      </Slider.Track>
      {[start, end].map((at, index) => (
        <Slider.Thumb
          key={index === 0 ? "start" : "end"}
          aria-label={`${label}: ${index === 0 ? "start" : "end"}`}
          aria-valuetext={formatDateTime(at, timeZone)}
          className="block h-9 w-2.5 cursor-ew-resize rounded-sm border border-line-strong bg-surface"
        />
      ))}
    </Slider.Root>
  );
}

function countByTime(moments: readonly number[], from: number, span: number): number[] {
  const counts = Array.from({ length: BUCKETS }, () => 0);
  for (const moment of moments) {
    const index = Math.min(BUCKETS - 1, Math.max(0, Math.floor(((moment - from) / span) * BUCKETS)));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}
