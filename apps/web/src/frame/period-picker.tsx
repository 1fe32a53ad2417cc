"use client";

import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { Popover, PopoverContent, PopoverTrigger } from "@baton/ui/primitives/popover";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { CalendarRange } from "lucide-react";
import { useState } from "react";
import { daysOfRange, isPreset, MAX_DAYS, type Preset, parseAsRange } from "@/search/range";

const PRESET_OPTIONS: { value: Preset; label: string }[] = [
  { value: "24h", label: "24 h" },
  { value: "7d", label: "7 d" },
  { value: "30d", label: "30 d" },
  { value: "90d", label: "90 d" },
];

export type PeriodPickerProps = {
  /** As it stands in the address. */
  range: string;
  onRangeChange: (range: string) => void;
};

/** Over which time: presets that move on with it, or two days that do not. */
export function PeriodPicker({ range, onRangeChange }: PeriodPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const days = daysOfRange(range);
  return (
    <>
      <SegmentedControl
        label="Period"
        options={PRESET_OPTIONS}
        value={isPreset(range) ? range : null}
        onValueChange={onRangeChange}
      />
      <Popover open={isOpen} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button>
            <CalendarRange className="size-3.5" aria-hidden />
            {days ? `${days.first} to ${days.last}` : "Custom"}
          </Button>
        </PopoverTrigger>
        <PopoverContent align="end" aria-label="Custom period">
          <DaysForm
            days={days}
            onSubmit={(chosen) => {
              onRangeChange(chosen);
              setOpen(false);
            }}
          />
        </PopoverContent>
      </Popover>
    </>
  );
}

function DaysForm({
  days,
  onSubmit,
}: {
  days: { first: string; last: string } | null;
  onSubmit: (range: string) => void;
}) {
  const [first, setFirst] = useState(days?.first ?? "");
  const [last, setLast] = useState(days?.last ?? "");
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
          The first day stands before the last, and they are {MAX_DAYS} days apart at most.
        </p>
      )}
      <Button type="submit" disabled={chosen === null} className="self-end">
        Show these days
      </Button>
    </form>
  );
}
