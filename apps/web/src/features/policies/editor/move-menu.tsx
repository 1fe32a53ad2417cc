"use client";

import { Button } from "@baton/ui/primitives/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@baton/ui/primitives/dropdown-menu";
import { ArrowUpDown } from "lucide-react";
import type { RuleRow } from "../rule-rows";

type MoveMenuProps = {
  /** The rule's position in the document. */
  position: number;
  /** All rules by priority. */
  rows: readonly RuleRow[];
  onMove: (to: number) => void;
};

/** Moves a rule among those that match equally: a more specific rule always comes first. */
export function MoveMenu({ position, rows, onMove }: MoveMenuProps) {
  const own = rows.find((row) => row.position === position);
  const equals = rows.flatMap((row) =>
    row.position !== null && row.specificity === own?.specificity ? [row.position] : [],
  );
  const index = equals.indexOf(position);
  const moves = [
    { label: "First", to: equals[0] },
    { label: "Up", to: equals[index - 1] },
    { label: "Down", to: equals[index + 1] },
    { label: "Last", to: equals.at(-1) },
  ];
  if (equals.length < 2) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" variant="ghost">
          <ArrowUpDown className="size-3.5" aria-hidden />
          Move
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {moves.map(({ label, to }) => (
          <DropdownMenuItem
            key={label}
            disabled={to === undefined || to === position}
            onSelect={() => to !== undefined && onMove(to)}
          >
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
