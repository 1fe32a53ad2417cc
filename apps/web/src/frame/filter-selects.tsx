"use client";

import { formatCount } from "@baton/ui/format/number";
import { Field } from "@baton/ui/primitives/field";
import { Select, type SelectOption } from "@baton/ui/primitives/select";

export interface FilterChoice<Key extends string> {
  key: Key;
  label: string;
  /** What no choice is called ("Any agent"). */
  any: string;
  options: readonly SelectOption[];
  /** How many there are, where not all are among the options. */
  optionCount?: number;
}

export interface FilterSelectsProps<Key extends string> {
  choices: readonly FilterChoice<Key>[];
  /** What is chosen; null is no choice. */
  values: Readonly<Record<Key, string | null>>;
  onChange: (key: Key, value: string | null) => void;
}

/** A list's option for "not narrowed"; an option needs some value. */
export const ANY = "*";

/**
 * What a list is narrowed to, one choice a kind. A choice that is
 * no longer among the options stays to be seen.
 */
export function FilterSelects<Key extends string>({ choices, values, onChange }: FilterSelectsProps<Key>) {
  return (
    <div className="grid grid-cols-5 gap-3 max-md:grid-cols-3 max-sm:grid-cols-2">
      {choices.map(({ key, label, any, options, optionCount = 0 }) => {
        const chosen = values[key];
        const cut = `the first ${formatCount(options.length)} of ${formatCount(optionCount)}`;
        return (
          <Field key={key} label={optionCount > options.length ? `${label}, ${cut}` : label}>
            <Select
              options={[{ value: ANY, label: any }, ...withChosen(options, chosen)]}
              value={chosen ?? ANY}
              onValueChange={(value) => onChange(key, value === ANY ? null : value)}
            />
          </Field>
        );
      })}
    </div>
  );
}

/** The options of names of which the first are known. */
export function toNameOptions({ names, count }: { names: readonly string[]; count: number }) {
  return { options: toOptions(names), optionCount: count };
}

/** Options that are called what they are. */
export function toOptions(values: Iterable<string>): SelectOption[] {
  return [...values].map((value) => ({ value, label: value }));
}

/** Options, and among them what is chosen, also where it is one no longer: so it stays to be seen. */
export function withChosen(
  options: readonly SelectOption[],
  chosen: string | null,
  nameOf = (value: string) => value,
): readonly SelectOption[] {
  const isListed = chosen === null || options.some(({ value }) => value === chosen);
  return isListed ? options : [...options, { value: chosen, label: nameOf(chosen) }];
}
