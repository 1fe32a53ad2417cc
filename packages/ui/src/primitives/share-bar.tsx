import type { ChartColour } from "../charts/colour";
import { cn } from "../cn";

export type ShareBarProps = {
  /**
   * Parts drawn over one another from the left, each a share from 0
   * to 1 of the whole width; the last is on top.
   */
  parts: readonly { share: number; colour: ChartColour | "line-2" }[];
  hasTrack?: boolean;
  className?: string;
};

/** Draws a thin bar next to its value in a table cell. Decorative: the value is the information. */
export function ShareBar({ parts, hasTrack = true, className }: ShareBarProps) {
  return (
    <span
      aria-hidden
      className={cn(
        "relative block h-1.5 min-w-12 overflow-hidden rounded-[1px]",
        hasTrack && "bg-surface-3",
        className,
      )}
    >
      {parts.map((part) => (
        <i
          key={part.colour}
          className="absolute inset-y-0 left-0 rounded-[1px]"
          style={{
            width: `${Math.min(1, Math.max(0, part.share)) * 100}%`,
            background: `var(--${part.colour})`,
          }}
        />
      ))}
    </span>
  );
}
