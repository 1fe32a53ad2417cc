"use client";

import { type DotItemDotProps, Line } from "recharts";
import { cssColour } from "./colour";
import { type DayChartProps, DayPlot } from "./day-plot";
import { prepareLines } from "./prepare-lines";
import type { ChartPoint, ChartSeries } from "./series";

export type LineChartProps = DayChartProps & {
  /** Series in ranking order; only the first eight are drawn. */
  series: readonly ChartSeries[];
};

/** Draws values that continue from day to day. A day without data breaks the line. */
export function LineChart({ series, ...props }: LineChartProps) {
  const prepared = prepareLines({
    points: props.points,
    series,
    target: props.target?.value,
    comparison: props.comparison,
  });
  return (
    <DayPlot
      {...props}
      series={prepared.series}
      gaps={prepared.gaps}
      ticks={prepared.ticks}
      labelledKeys={prepared.labelledKeys}
    >
      {prepared.series.map((one) => (
        <Line
          key={one.id}
          dataKey={(point: ChartPoint) => point.values?.[one.id] ?? null}
          name={one.label}
          type="linear"
          stroke={cssColour(one.colour)}
          strokeWidth={2}
          dot={({ cx, cy, index }: DotItemDotProps) => {
            const key = props.points[index]?.key;
            const isLone = key !== undefined && prepared.isolatedKeys.get(one.id)?.has(key);
            return <circle key={index} cx={cx} cy={cy} r={isLone ? 3 : 0} fill={cssColour(one.colour)} />;
          }}
          activeDot={{ r: 4, stroke: "var(--surface)", strokeWidth: 1.5 }}
          isAnimationActive={false}
        />
      ))}
    </DayPlot>
  );
}
