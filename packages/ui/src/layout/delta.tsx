import type { ReactNode } from "react";
import { cn } from "../cn";

export type DeltaProps = {
  /** Direction of the change; the arrow and a word show it. */
  direction: "up" | "down" | "same";
  /**
   * Colours the arrow; null is neutral. If direction and quality can be confused, also write
   * "better" or "worse".
   */
  isGood: boolean | null;
  /** Size of the change without a sign ("11.2 %", "1.4 pts"). */
  children: ReactNode;
  className?: string;
};

const signs = { up: "▲", down: "▼", same: "±" } as const;
const words = { up: "up", down: "down", same: "unchanged" } as const;

/** Shows a change from another period. */
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
