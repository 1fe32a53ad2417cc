import { cn } from "../cn";

const levels = (total: number) => Array.from({ length: total }, (_, index) => index + 1);

/**
 * Draws `filled` of `total` small bars next to a word for the level. Hidden from screen readers,
 * since it means nothing alone.
 */
export function Meter({ filled, total = 3 }: { filled: number; total?: number }) {
  return (
    <span aria-hidden className="inline-flex items-center gap-[1.5px]">
      {levels(total).map((level) => (
        <i
          key={level}
          className={cn("h-[9px] w-[3px] rounded-[1px]", level <= filled ? "bg-text-2" : "bg-line-2")}
        />
      ))}
    </span>
  );
}
