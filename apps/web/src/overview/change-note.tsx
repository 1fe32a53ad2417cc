import { Delta } from "@baton/ui/layout/delta";
import type { ReactNode } from "react";
import type { Change } from "./change";

export type ChangeNoteProps = {
  /** Null where there is nothing that it could fairly be held against. */
  change: Change | null;
  /** Whether the page is held against anything: then that there is nothing to be held against is said. */
  isCompared?: boolean;
  format: (size: number) => string;
  /** Whether more of it is better; without it a change is neither good nor bad. */
  isMoreGood?: boolean;
  /** Beside the change: what it was, of how many. */
  children: ReactNode;
};

/** How a figure changed, and what it is held against. */
export function ChangeNote({ change, isCompared, format, isMoreGood, children }: ChangeNoteProps) {
  if (change === null) {
    if (isCompared === undefined) return children;
    return isCompared ? "nothing before" : null;
  }
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
