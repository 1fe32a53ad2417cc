import type { ReactNode } from "react";
import { cn } from "../cn";
import { Dot } from "../primitives/dot";
import { Name } from "../primitives/name";
import type { ChartColour } from "./colour";

/**
 * Draws colour names in a line, for charts without a Ledger or table. Lists them from the top of a stack
 * down.
 */
export function Legend({
  items,
  className,
}: {
  items: readonly { id: string; label: ReactNode; colour: ChartColour }[];
  className?: string;
}) {
  return (
    <ul className={cn("flex flex-wrap gap-x-3.5 gap-y-1 text-sm text-text-2", className)}>
      {items.map((item) => (
        <li key={item.id} className="flex min-w-0 items-center gap-1.5">
          <Dot colour={item.colour} />
          <Name>{item.label}</Name>
        </li>
      ))}
    </ul>
  );
}
