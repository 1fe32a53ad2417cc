"use client";

import { formatCount } from "@baton/ui/format/number";
import { Combobox } from "@baton/ui/primitives/combobox";
import { Field } from "@baton/ui/primitives/field";
import { Select, type SelectOption } from "@baton/ui/primitives/select";

export interface FilterChoice<Key extends string> {
  key: Key;
  label: string;
  /** Label of the empty choice ("Any agent"). */
  any: string;
  options: readonly SelectOption[];
  /** Total number, if the options are incomplete. */
  optionCount?: number;
}

export interface FilterSelectsProps<Key extends string> {
  choices: readonly FilterChoice<Key>[];
  /** The chosen values; null means no choice. */
  values: Readonly<Record<Key, string | null>>;
  onChange: (key: Key, value: string | null) => void;
}

/** More options need a search. */
const MAX_SELECT = 20;

/** Value of the "any" option, since an option needs one. */
export const ANY = "*";

/**
 * Shows the filters of a list, one choice per kind. A choice that is
 * no longer an option stays visible.
 */
export function FilterSelects<Key extends string>({ choices, values, onChange }: FilterSelectsProps<Key>) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3 max-md:grid-cols-3 max-sm:grid-cols-2">
      {choices.map(({ key, label, any, options, optionCount = 0 }) => {
        const chosen = values[key];
        const cut = `the first ${formatCount(options.length)} of ${formatCount(optionCount)}`;
        return (
          <Field key={key} label={optionCount > options.length ? `${label}, ${cut}` : label}>
            {options.length > MAX_SELECT ? (
              <Combobox
                placeholder={any}
                searchLabel={`Find: ${label.toLowerCase()}`}
                options={[
                  { value: ANY, text: any },
                  ...withChosen(options, chosen).map(({ value, label: text }) => ({ value, text })),
                ]}
                value={chosen}
                onValueChange={(value) => onChange(key, value === ANY ? null : value)}
              />
            ) : (
              <Select
                options={[{ value: ANY, label: any }, ...withChosen(options, chosen)]}
                value={chosen ?? ANY}
                onValueChange={(value) => onChange(key, value === ANY ? null : value)}
              />
            )}
          </Field>
        );
      })}
    </div>
  );
}

type Names = { names: readonly string[]; count: number };
const NO_NAMES: Names = { names: [], count: 0 };

/** Returns options for names, of which only the first are known; none while they load. */
export function toNameOptions({ names, count } = NO_NAMES, labelOf = (name: string) => name) {
  return { options: names.map((value) => ({ value, label: labelOf(value) })), optionCount: count };
}

/** Returns options for codes of findings, and one for any error. */
export function toCodeOptions({ names, count } = NO_NAMES) {
  return {
    options: [{ value: "errors", label: "Any error" }, ...toOptions(names)],
    optionCount: count + 1,
  };
}

/** Returns options whose label is their value. */
export function toOptions(values: Iterable<string>): SelectOption[] {
  return [...values].map((value) => ({ value, label: value }));
}

/** Returns the options including the chosen one, even if it is no longer available. */
export function withChosen(
  options: readonly SelectOption[],
  chosen: string | null,
  nameOf = (value: string) => value,
): readonly SelectOption[] {
  const isListed = chosen === null || options.some(({ value }) => value === chosen);
  return isListed ? options : [...options, { value: chosen, label: nameOf(chosen) }];
}
