import { Delta } from "@baton/ui/layout/delta";
import type { ReactNode } from "react";
import type { Change } from "./change";

type ChangeNoteProps = {
  /** Null if no fair comparison exists. */
  change: Change | null;
  /**
   * Text without a change: no earlier data, or too
   * little. If omitted, only the children appear.
   */
  without?: string | null;
  format: (size: number) => string;
  /** Marks an increase as good; if undefined, a change is neutral. */
  isMoreGood?: boolean;
  /** Text next to the change: the previous value, or the total. */
  children: ReactNode;
};

/** Shows the change of a metric and the period compared with. */
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
