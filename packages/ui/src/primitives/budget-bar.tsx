import type { ReactNode } from "react";
import { cn } from "../cn";

export type BudgetBarProps = {
  label: string;
  /** Used ÷ limit; only the bar is capped at 1. */
  share: number;
  tone: "ok" | "warn" | "danger";
  /** The values ("450 of 1,000"). */
  value: string;
  /** The level in a word, as a Badge. */
  badge?: ReactNode;
  /** Share at which to draw a line, such as a target. */
  mark?: number;
  note?: ReactNode;
};

const fills = { ok: "bg-ok", warn: "bg-warn", danger: "bg-danger" } as const;

const percent = (share: number) => `${Math.min(1, Math.max(0, share)) * 100}%`;

/** Shows the used share of a limit; text repeats what the bar shows. */
export function BudgetBar({ label, share, tone, value, badge, mark, note }: BudgetBarProps) {
  return (
    <div>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-text-2">{label}</span>
        <span className="ml-auto font-medium">{value}</span>
        {badge}
      </div>
      <div aria-hidden className="relative mt-1 h-1.5 rounded-[1px] bg-surface-3">
        <i
          className={cn("absolute inset-y-0 left-0 rounded-[1px]", fills[tone])}
          style={{ width: percent(share) }}
        />
        {mark !== undefined && (
          <i className="absolute -inset-y-0.5 w-0.5 bg-text" style={{ left: percent(mark) }} />
        )}
      </div>
      {note && <p className="mt-1 text-sm text-text-3">{note}</p>}
    </div>
  );
}
