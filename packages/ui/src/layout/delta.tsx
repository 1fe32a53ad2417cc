import type { ReactNode } from "react";
import { cn } from "../cn";

export type DeltaProps = {
  /** Which way the figure went; the arrow and a word say it. */
  direction: "up" | "down" | "same";
  /**
   * Whether that is good; null where it is neither. Colours the arrow, so where the two might
   * be confused say "better" or "worse" as well.
   */
  isGood: boolean | null;
  /** By how much, without a sign ("11.2 %", "1.4 pts"). */
  children: ReactNode;
  className?: string;
};

const signs = { up: "▲", down: "▼", same: "±" } as const;
const words = { up: "up", down: "down", same: "unchanged" } as const;

/** A change against another period. */
export function Delta({ direction, isGood, children, className }: DeltaProps) {
  return (
    <span
      className={cn(
        "whitespace-nowrap font-semibold",
        isGood === true && "text-ok",
        isGood === false && "text-danger",
        className,
      )}
    >
      <span aria-hidden className={cn(direction !== "same" && "mr-[3px]")}>
        {signs[direction]}
      </span>
      <span className="sr-only">{words[direction]} </span>
      {children}
    </span>
  );
}
