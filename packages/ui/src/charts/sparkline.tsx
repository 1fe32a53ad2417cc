import { prepareSparkline, SPARKLINE_BOX } from "./prepare-sparkline";

export type SparklineProps = {
  /** Values in chronological order at equal distances; null breaks the line. */
  values: readonly (number | null)[];
  /** Dashed line to compare with. */
  target?: number;
  isAlarming?: boolean;
};

/** Draws the trend of a metric without a scale, next to its value. Fills its container. */
export function Sparkline({ values, target, isAlarming = false }: SparklineProps) {
  const { stretches, targetY } = prepareSparkline(values, target);
  return (
    <svg
      viewBox={`0 0 ${SPARKLINE_BOX.width} ${SPARKLINE_BOX.height}`}
      preserveAspectRatio="none"
      className="block size-full"
      fill="none"
      aria-hidden="true"
    >
      {targetY !== null && (
        <line
          x1={0}
          x2={SPARKLINE_BOX.width}
          y1={targetY}
          y2={targetY}
          stroke="var(--text-2)"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {stretches.map((points) => (
        <polyline
          key={points}
          points={points}
          stroke={isAlarming ? "var(--danger)" : "var(--text-3)"}
          strokeWidth={1.4}
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
