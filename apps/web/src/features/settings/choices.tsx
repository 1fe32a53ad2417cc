"use client";

import { Checkbox } from "@baton/ui/primitives/checkbox";
import { useId } from "react";

type ChoicesProps<Value extends string> = {
  legend: string;
  options: readonly { value: Value; meaning: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
};

/** Selects any of a few options, each with its meaning. */
export function Choices<Value extends string>({ legend, options, chosen, onChange }: ChoicesProps<Value>) {
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-[5px] font-medium text-sm text-text-2">{legend}</legend>
      {options.map(({ value, meaning }) => (
        <div key={value} className="flex items-start gap-2">
          <Checkbox
            id={`${id}-${value}`}
            className="mt-0.5"
            checked={chosen.includes(value)}
            onCheckedChange={(isChecked) =>
              onChange(isChecked === true ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
          <label htmlFor={`${id}-${value}`}>
            <span className="font-medium">{value}</span> <span className="text-text-2">{meaning}</span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}
