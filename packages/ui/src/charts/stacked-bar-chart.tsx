"use client";

import { Bar, type BarShapeProps } from "recharts";
import { cssColour } from "./colour";
import { type DayChartProps, DayPlot } from "./day-plot";
import { prepareStackedBars } from "./prepare-stacked-bars";
import type { ChartPoint, ChartSeries } from "./series";

export type StackedBarChartProps = DayChartProps & {
  /**
   * Series from the bottom of the stack up. Beyond eight, all after the seventh are combined; `describeCut`
   * returns the text for the title.
   */
  series: readonly ChartSeries[];
};

/** Draws amounts per day by kind. A day without data is a dashed column, not a zero. */
export function StackedBarChart({ series, ...props }: StackedBarChartProps) {
  const prepared = prepareStackedBars({
    points: props.points,
    series,
    target: props.target?.value,
    comparison: props.comparison,
  });
  const totals = new Map(prepared.bars.map((bar) => [bar.key, bar.total]));
  return (
    <DayPlot
      {...props}
      points={prepared.bars}
      series={[...prepared.series].reverse()}
      totalOf={(key) => totals.get(key) ?? null}
      gaps={prepared.gaps}
      ticks={prepared.ticks}
      labelledKeys={prepared.labelledKeys}
    >
      {prepared.series.map((one) => (
        <Bar
          key={one.id}
          dataKey={(point: ChartPoint) => point.values?.[one.id] ?? null}
          name={one.label}
          stackId="stack"
          fill={cssColour(one.colour)}
          shape={Segment}
          isAnimationActive={false}
        />
      ))}
    </DayPlot>
  );
}

/** Draws a part of a bar, one pixel shorter, so that a gap separates it from its neighbor. */
function Segment({ x, y, width, height, fill }: BarShapeProps) {
  return height > 0 ? (
    <rect x={x} y={y} width={width} height={Math.max(0.5, height - 1)} fill={fill} />
  ) : null;
}
