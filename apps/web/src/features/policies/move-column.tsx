import type { Column } from "@baton/ui/data-table/data-table";
import { Button } from "@baton/ui/primitives/button";
import { ChevronDown, ChevronUp } from "lucide-react";

/** The row's position in the document, and its position after the step; null if it cannot move there. */
export type Move = { from: number; to: number };

/**
 * Returns the column whose two buttons move a rule up or down.
 *
 * @param findMove the move of a row by one step; `undefined` for a row that has no place in the order.
 */
export function moveColumn<Row>(
  nameOf: (row: Row) => string,
  findMove: (row: Row, step: 1 | -1) => Move | null | undefined,
  onMove: (from: number, to: number) => void,
): Column<Row> {
  const button = (row: Row, step: 1 | -1, label: string) => {
    const move = findMove(row, step);
    if (move === undefined) return null;
    const Icon = step === 1 ? ChevronDown : ChevronUp;
    return (
      <Button
        size="icon-sm"
        variant="ghost"
        className="w-5"
        aria-label={`Move ${nameOf(row)} ${label}`}
        disabled={move === null}
        onClick={() => move && onMove(move.from, move.to)}
      >
        <Icon className="size-3.5" aria-hidden />
      </Button>
    );
  };
  return {
    id: "move",
    header: <span className="sr-only">Order</span>,
    isSecondary: true,
    className: "w-px whitespace-nowrap py-0!",
    cell: (row) => (
      <>
        {button(row, -1, "up")}
        {button(row, 1, "down")}
      </>
    ),
  };
}
