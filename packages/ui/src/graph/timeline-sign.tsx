export type TimelineSignProps = {
  sign: "dot" | "diamond" | "triangle" | "square" /** CSS colour of a dot. */;
  colour: string;
  /** Number of events that a dot represents. */
  count?: number | undefined;
};

/**
 * Draws the sign of a kind of event, 12 px square; a dot of many events has up to 20 px. Each has its own shape, so that color is not the only
 * difference.
 */
export function TimelineSign({ sign, colour, count = 1 }: TimelineSignProps) {
  const size = sign === "dot" ? Math.min(20, 12 + Math.log2(count)) : 12;
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" aria-hidden="true" className="flex-none">
      {sign === "dot" && (
        <circle cx="6" cy="6" r="4.5" fill={colour} stroke="var(--surface)" strokeWidth="1.2" />
      )}
      {sign === "diamond" && <path d="M1.2 6L6 1.2L10.8 6L6 10.8z" fill="var(--c4)" />}
      {sign === "triangle" && <path d="M6 1.2L10.8 10H1.2z" fill="var(--danger)" />}
      {sign === "square" && (
        <rect
          x="2"
          y="2"
          width="8"
          height="8"
          fill="var(--surface)"
          stroke="var(--text-2)"
          strokeWidth="1.5"
        />
      )}
    </svg>
  );
}
