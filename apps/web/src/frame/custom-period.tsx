"use client";

import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { Popover, PopoverContent, PopoverTrigger } from "@baton/ui/primitives/popover";
import { useState } from "react";
import { CALENDAR_RANGES, MAX_DAYS, parseAsRange } from "@/search/range";
import { daysShown } from "@/search/resolve-range";
import { CALENDAR_LABELS, CustomPeriodButton } from "./custom-period-button";
import { useTimeZone } from "./time-zone";

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

/** Edits the displayed days; starts empty if the page shows all data. */
function DaysForm({ range, onSubmit }: { range: string; onSubmit: (range: string) => void }) {
  const timeZone = useTimeZone();
  const [shown] = useState(() => (range === "" ? null : daysShown(range, timeZone, Date.now())));
  const [first, setFirst] = useState(shown?.first ?? "");
  const [last, setLast] = useState(shown?.last ?? "");
  const chosen = parseAsRange.parse(`${first}..${last}`);
  const isComplete = first !== "" && last !== "";
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) onSubmit(chosen);
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label="From">
          <Input type="date" value={first} onChange={(event) => setFirst(event.target.value)} />
        </Field>
        <Field label="To">
          <Input type="date" value={last} onChange={(event) => setLast(event.target.value)} />
        </Field>
      </div>
      {isComplete && chosen === null && (
        <p role="alert" className="text-danger text-sm">
          Choose an end on or after the start, at most {MAX_DAYS} days later.
        </p>
      )}
      <Button type="submit" disabled={chosen === null} className="self-end">
        Apply
      </Button>
    </form>
  );
}
