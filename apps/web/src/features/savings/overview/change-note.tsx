import { Delta } from "@baton/ui/layout/delta";
import type { ReactNode } from "react";
import type { Change } from "./change";

export type ChangeNoteProps = {
  /** Null where there is nothing that it could fairly be held against. */
  change: Change | null;
  /**
   * What is said where there is no change: that there is nothing before, or too
   * little. Without it, the children stand alone.
   */
  without?: string | null;
  format: (size: number) => string;
  /** Whether more of it is better; without it a change is neither good nor bad. */
  isMoreGood?: boolean;
  /** Beside the change: what it was, of how many. */
  children: ReactNode;
};

/** How a figure changed, and what it is held against. */
export function ChangeNote({ change, without, format, isMoreGood, children }: ChangeNoteProps) {
  if (change === null) return without === undefined ? children : without;
  const isNeutral = isMoreGood === undefined || change.direction === "same";
  return (
    <>
      <Delta
        direction={change.direction}
        isGood={isNeutral ? null : (change.direction === "up") === isMoreGood}
      >
        {format(change.size)}
      </Delta>{" "}
      {children}
    </>
  );
}
