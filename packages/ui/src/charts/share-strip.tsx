import { type ChartColour, cssColour } from "./colour";

export type ShareStripProps = {
  /** All parts in words ("2,722 passed, 972 blocked"). */
  description: string;
  /** From left to right; empty parts are omitted. */
  parts: readonly { id: string; value: number; colour: ChartColour }[];
};

/** Draws the parts of a whole, 10 px high; the Ledger below shows the values. */
export function ShareStrip({ description, parts }: ShareStripProps) {
  return (
    <div role="img" aria-label={description} className="flex h-2.5 gap-px overflow-hidden rounded-[3px]">
      {parts
        .filter((part) => part.value > 0)
        .map((part) => (
          <i
            key={part.id}
            className="min-w-0.5"
            style={{ flexGrow: part.value, background: cssColour(part.colour) }}
          />
        ))}
    </div>
  );
}
