import { type ChartColour, cssColour } from "../charts/colour";
import { cn } from "../cn";

/** Draws a small colour mark: square next to a series' name, round for a state. */
export function Dot({
  colour,
  isRound = false,
  className,
}: {
  colour: ChartColour;
  isRound?: boolean;
  className?: string;
}) {
  return (
    <i
      aria-hidden
      className={cn("inline-block size-2 flex-none", isRound ? "rounded-full" : "rounded-[2px]", className)}
      style={{ background: cssColour(colour) }}
    />
  );
}
