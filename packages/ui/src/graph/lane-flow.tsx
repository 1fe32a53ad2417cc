import { readableName } from "../format/readable-name";
import { ScrollRegion } from "../layout/scroll-region";
import { shortenLabel } from "./shorten-label";

/** Look of a step, by the outcome for the followed item. */
export type LaneFlowLook =
  /** An arrow: it passed. */
  | "passed"
  /** A bar across: it was blocked. */
  | "stopped"
  /** A red arrow: it passed although it was blocked earlier. */
  | "alarm"
  /** Thin and grey: it was absent. */
  | "absent";

export type LaneFlowStep = {
  id: string;
  /** Label above its column ("14:33:12"). */
  time: string;
  /** Number in its circle. */
  order: string;
  fromLaneId: string;
  toLaneId: string;
  look: LaneFlowLook;
  isDashed?: boolean;
  /** A word or two next to the step, and a value below it. */
  word?: string;
  figure?: string;
};

export type LaneFlowProps = {
  /** Description for screen readers, which see one image. Put a table with the data next to it. */
  label: string;
  lanes: readonly { id: string; label: string; isStrong: boolean }[];
  /** From left to right, at equal distances. */
  steps: readonly LaneFlowStep[];
  /** Stretches of a lane that holds the item, from a step index on. A ring marks its start. */
  stretches: readonly { laneId: string; from: number; look: "has" | "alarm"; begins: boolean }[];
};

const LANE = 50;
const HEAD = 34;
const LABELS = 148;
const LABEL_LETTERS = 20;
const STEP = 100;
const EDGE = 40;

const COLOURS = { has: "var(--accent)", alarm: "var(--danger)" } as const;
const LOOKS = {
  passed: { stroke: "var(--accent)", width: 2.5 },
  alarm: { stroke: "var(--danger)", width: 2.5 },
  stopped: { stroke: "var(--text)", width: 2.5 },
  absent: { stroke: "var(--text-3)", width: 1.2 },
} as const;

/**
 * Draws the path of one item over lanes, step by step. Steps have equal distances,
 * since the order matters here and not the time.
 */
export function LaneFlow({ label, lanes, steps, stretches }: LaneFlowProps) {
  const width = LABELS + steps.length * STEP + EDGE;
  const height = HEAD + lanes.length * LANE;
  const rows = new Map(lanes.map(({ id }, index) => [id, HEAD + index * LANE + LANE / 2]));
  const y = (laneId: string) => rows.get(laneId) ?? HEAD;
  const x = (step: number) => LABELS + step * STEP + STEP / 2;
  return (
    <ScrollRegion label={label}>
      <svg role="img" aria-label={label} width={width} height={height} fontSize={12} className="block">
        {steps.map((step, index) => (
          <g key={step.id}>
            <line
              x1={x(index)}
              x2={x(index)}
              y1={22}
              y2={height - 6}
              stroke="var(--line)"
              strokeDasharray="2 3"
            />
            <text x={x(index)} y={14} textAnchor="middle" fontSize={11} fill="var(--text-3)">
              {step.time}
            </text>
          </g>
        ))}
        {lanes.map((lane) => (
          <g key={lane.id}>
            <text
              x={0}
              y={y(lane.id) + 4}
              fontWeight={lane.isStrong ? 600 : 400}
              fill={lane.isStrong ? "var(--text)" : "var(--text-2)"}
            >
              <title>{readableName(lane.label)}</title>
              {shortenLabel(lane.label, LABEL_LETTERS)}
            </text>
            <line x1={LABELS - 8} x2={width - 8} y1={y(lane.id)} y2={y(lane.id)} stroke="var(--line-2)" />
          </g>
        ))}
        {stretches.map(({ laneId, from, look, begins }) => {
          const start = begins ? x(from) - STEP * 0.36 : x(from);
          return (
            <g key={`${laneId} ${look}`}>
              <line
                x1={start}
                x2={width - 10}
                y1={y(laneId)}
                y2={y(laneId)}
                stroke={COLOURS[look]}
                strokeWidth={6}
                strokeLinecap="round"
              />
              {begins && (
                <circle
                  cx={start}
                  cy={y(laneId)}
                  r={7}
                  fill="var(--surface)"
                  stroke={COLOURS[look]}
                  strokeWidth={3}
                />
              )}
            </g>
          );
        })}
        {steps.map((step, index) => (
          <Step key={step.id} step={step} x={x(index)} from={y(step.fromLaneId)} to={y(step.toLaneId)} />
        ))}
      </svg>
    </ScrollRegion>
  );
}

/** Keeps labels readable that overlap the line of another lane. */
const HALO = {
  stroke: "var(--surface)",
  strokeWidth: 5,
  strokeLinejoin: "round",
  paintOrder: "stroke",
} as const;

function Step({ step, x, from, to }: { step: LaneFlowStep; x: number; from: number; to: number }) {
  const { stroke, width } = LOOKS[step.look];
  const down = to >= from ? 1 : -1;
  const end = step.look === "stopped" ? to - down * 12 : to - down * 9;
  const middle = (from + end) / 2;
  return (
    <g>
      <line
        x1={x}
        x2={x}
        y1={from}
        y2={end}
        stroke={stroke}
        strokeWidth={width}
        strokeDasharray={step.isDashed ? "5 3" : undefined}
      />
      {step.look === "stopped" ? (
        <line
          x1={x - 10}
          x2={x + 10}
          y1={end}
          y2={end}
          stroke={stroke}
          strokeWidth={3.5}
          strokeLinecap="round"
        />
      ) : (
        <path d={`M${x - 5} ${end}L${x} ${end + down * 8}L${x + 5} ${end}z`} fill={stroke} />
      )}
      <circle cx={x} cy={middle} r={10} fill="var(--surface)" stroke={stroke} strokeWidth={1.5} />
      <text x={x} y={middle + 4} textAnchor="middle" fontSize={11} fontWeight={600} fill="var(--text)">
        {step.order}
      </text>
      {step.word && (
        <text x={x + 15} y={middle - 1} fontSize={11} fontWeight={600} fill={stroke} {...HALO}>
          {step.word}
        </text>
      )}
      {step.figure && (
        <text x={x + 15} y={middle + 12} fontSize={11} fill="var(--text-2)" {...HALO}>
          {step.figure}
        </text>
      )}
    </g>
  );
}

/** Signs of a LaneFlow: a lane with the item, the look of a step, and a dashed step. */
const SIGNS = {
  has: <path d="M2 6h24" stroke="var(--accent)" strokeWidth="5" strokeLinecap="round" />,
  alarm: <path d="M2 6h24" stroke="var(--danger)" strokeWidth="5" strokeLinecap="round" />,
  stopped: <path d="M14 1v8M8 10h12" stroke="var(--text)" strokeWidth="2.5" />,
  dashed: <path d="M2 6h24" stroke="var(--text-2)" strokeWidth="2" strokeDasharray="5 3" />,
  absent: <path d="M14 0v12" stroke="var(--text-3)" strokeWidth="1.2" />,
};

export type LaneFlowLegendProps = {
  /** Signs to explain, in order, with their meaning. */
  items: readonly { sign: keyof typeof SIGNS; label: string }[];
};

/** Explains the signs of a LaneFlow. */
export function LaneFlowLegend({ items }: LaneFlowLegendProps) {
  return (
    <ul className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-sm text-text-2">
      {items.map(({ sign, label }) => (
        <li key={sign} className="flex items-center gap-1.5">
          <svg width="28" height="12" aria-hidden="true">
            {SIGNS[sign]}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
