"use client";

import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { Popover, PopoverContent, PopoverTrigger } from "@baton/ui/primitives/popover";
import { useState } from "react";
import { MAX_DAYS, parseAsRange } from "@/search/range";
import { daysShown } from "@/search/resolve-range";
import { CustomPeriodButton } from "./custom-period-button";
import { useTimeZone } from "./time-zone";

export type PeriodPickerProps = {
  /** As in the URL; empty for all data. */
  range: string;
  onRangeChange: (range: string) => void;
};

/** Selects a first and a last day. Initially open, because the click that loaded it asked for that. */
export function CustomPeriod({ range, onRangeChange }: PeriodPickerProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <CustomPeriodButton range={range} />
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Custom period">
        <DaysForm
          range={range}
          onSubmit={(chosen) => {
            onRangeChange(chosen);
            setOpen(false);
          }}
        />
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
