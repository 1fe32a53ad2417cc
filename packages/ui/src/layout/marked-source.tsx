import { cn } from "../cn";
import { ScrollRegion } from "./scroll-region";

export type SourceLine = {
  number: number;
  text: string;
  /** cut: removed, on red; dropped: omitted, hatched; changed: rewritten, on the accent color. */
  mark?: "cut" | "dropped" | "changed";
  /** At the right edge: the reason and the size ("blocked, −488"). */
  note?: string;
};

const grounds = {
  cut: "bg-danger-soft",
  dropped: "bg-surface-2",
  changed: "bg-accent-soft",
} as const;

const notes = { cut: "text-danger", dropped: "text-text-2", changed: "text-accent" } as const;

/**
 * Shows lines of text with their outcome. A struck line has its reason at the right, so that
 * colour is not the only sign.
 */
export function MarkedSource({ label, lines }: { label: string; lines: readonly SourceLine[] }) {
  return (
    <ScrollRegion label={label}>
      <pre className="w-max min-w-full py-1 font-[450] text-sm leading-5 tracking-[-0.01em]">
        {lines.map((line) => (
          <Line key={line.number} line={line} />
        ))}
      </pre>
    </ScrollRegion>
  );
}

function Line({ line: { number, text, mark, note } }: { line: SourceLine }) {
  const words = text.trimStart();
  const ground = mark && grounds[mark];
  return (
    <div className={cn("flex pr-3", ground, mark === "dropped" && "bg-hatch")}>
      <span aria-hidden className="w-9.5 flex-none select-none pr-3 text-right text-text-3">
        {number}
      </span>
      <span>
        {text.slice(0, text.length - words.length)}
        {mark === "cut" || mark === "dropped" ? (
          <del className={mark === "cut" ? "text-danger" : "text-text-2"}>{words}</del>
        ) : (
          words
        )}
      </span>
      {note && (
        <span
          className={cn(
            "sticky right-0 -mr-3 ml-auto px-3 font-medium font-sans text-xs leading-5",
            mark && notes[mark],
            ground,
          )}
        >
          {note}
        </span>
      )}
    </div>
  );
}
