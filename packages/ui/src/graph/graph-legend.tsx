import type { ReactNode } from "react";
import { TimelineSign } from "./timeline-sign";

const list = "flex flex-wrap items-center gap-x-3.5 gap-y-1 text-sm text-text-2";
const item = "flex items-center gap-1.5";

const SHARES = [
  { colour: "var(--q0)", label: "0" },
  { colour: "var(--q1)", label: "25" },
  { colour: "var(--q2)", label: "50" },
  { colour: "var(--q3)", label: "75" },
  { colour: "var(--q4)", label: "100 %" },
];

export type GraphLegendProps = {
  /** Meaning of the width ("tokens after"). */
  width: string;
  /** Meaning of the colour ("share saved"). */
  colour: string;
  /** Meaning of a dashed edge ("no rule, default"). */
  dashed: string;
  /** Meaning of two red rails ("leak"), if the graph can have them. */
  rails?: string;
};

/** Explains the signs of a FlowGraph. */
export function GraphLegend({ width, colour, dashed, rails }: GraphLegendProps) {
  return (
    <ul className={list}>
      <li className={item}>
        <svg width="30" height="12" aria-hidden="true" stroke="var(--text-3)">
          <path d="M0 6h13" strokeWidth="2" />
          <path d="M16 6h13" strokeWidth="8" />
        </svg>
        width: {width}
      </li>
      <li className={item}>
        {colour}
        {SHARES.map((share) => (
          <span key={share.label} className="flex items-center gap-1">
            <i aria-hidden className="size-2 rounded-[2px]" style={{ background: share.colour }} />
            {share.label}
          </span>
        ))}
      </li>
      <li className={item}>
        <svg width="22" height="8" aria-hidden="true">
          <path d="M0 4h22" stroke="var(--text-2)" strokeWidth="3" strokeDasharray="7 4" />
        </svg>
        {dashed}
      </li>
      {rails && (
        <li className={item}>
          <svg width="22" height="10" aria-hidden="true">
            <path d="M0 1.5h22M0 8.5h22" stroke="var(--danger)" strokeWidth="1.5" />
          </svg>
          {rails}
        </li>
      )}
    </ul>
  );
}

/** Explains the signs of a Timeline. */
export function TimelineLegend({
  items,
}: {
  items: readonly { sign: "dot" | "diamond" | "triangle" | "square"; label: ReactNode }[];
}) {
  return (
    <ul className={list}>
      {items.map(({ sign, label }) => (
        <li key={sign} className={item}>
          <TimelineSign sign={sign} colour="var(--q3)" />
          {label}
        </li>
      ))}
    </ul>
  );
}
