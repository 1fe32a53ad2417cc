"use client";

import { Button } from "@baton/ui/primitives/button";
import { Popover, PopoverContent, PopoverTrigger } from "@baton/ui/primitives/popover";
import { useState } from "react";
import { CALENDAR_RANGES } from "@/search/range";
import { CALENDAR_LABELS, CustomPeriodButton } from "./custom-period-button";
import { DaysForm } from "./days-form";

export type PeriodPickerProps = {
  /** As in the URL; empty for all data. */
  range: string;
  onRangeChange: (range: string) => void;
};

/** Selects a part of the calendar, or a first and a last day. Initially open, because the click that loaded it asked for that. */
export function CustomPeriod({ range, onRangeChange }: PeriodPickerProps) {
  const [isOpen, setOpen] = useState(true);
  const choose = (chosen: string) => {
    onRangeChange(chosen);
    setOpen(false);
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <CustomPeriodButton range={range} />
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Custom period">
        <fieldset aria-label="Calendar" className="mb-3 grid grid-cols-2 gap-2">
          {CALENDAR_RANGES.map((name) => (
            <Button key={name} aria-pressed={range === name} onClick={() => choose(name)}>
              {CALENDAR_LABELS[name]}
            </Button>
          ))}
        </fieldset>
        <DaysForm range={range} onSubmit={choose} />
      </PopoverContent>
    </Popover>
  );
}
