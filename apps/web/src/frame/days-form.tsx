"use client";

import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import { useState } from "react";
import { MAX_DAYS, parseAsRange } from "@/search/range";
import { daysShown } from "@/search/resolve-range";
import { useTimeZone } from "./time-zone";

/** Edits two days; starts with those of a range, or empty without one. */
export function DaysForm({ range, onSubmit }: { range: string; onSubmit: (range: string) => void }) {
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
