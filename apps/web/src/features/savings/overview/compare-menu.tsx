"use client";

import { Button } from "@baton/ui/primitives/button";
import { Popover, PopoverContent, PopoverTrigger } from "@baton/ui/primitives/popover";
import { useState } from "react";
import { DaysForm } from "@/frame/days-form";
import { daysOfRange } from "@/search/range";
import { COMPARISONS, type Comparison } from "@/search/savings-choices";
import type { SavingsView } from "@/server/inputs";
import { CompareButton } from "./compare-button";

const LABELS: Record<(typeof COMPARISONS)[number], string> = {
  before: "Previous period",
  weekday: "Same weekdays before",
  year: "Year before",
  none: "No comparison",
};

export type CompareMenuProps = {
  workspace: string;
  view: SavingsView;
  compare: Comparison;
  onCompareChange: (compare: Comparison) => void;
};

/** Selects the period to compare with. Initially open, because the click that loaded it asked for that. */
export function CompareMenu({ workspace, view, compare, onCompareChange }: CompareMenuProps) {
  const [isOpen, setOpen] = useState(true);
  const choose = (chosen: Comparison) => {
    onCompareChange(chosen);
    setOpen(false);
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <CompareButton workspace={workspace} view={view} compare={compare} />
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Compare with">
        <fieldset aria-label="Compare with" className="mb-3 grid grid-cols-2 gap-2">
          {COMPARISONS.map((name) => (
            <Button key={name} aria-pressed={compare === name} onClick={() => choose(name)}>
              {LABELS[name]}
            </Button>
          ))}
        </fieldset>
        <DaysForm range={daysOfRange(compare) ? compare : ""} onSubmit={choose} />
      </PopoverContent>
    </Popover>
  );
}
