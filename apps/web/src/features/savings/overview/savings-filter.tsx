"use client";

import { isolateName } from "@baton/ui/format/readable-name";
import { Chip } from "@baton/ui/primitives/chip";
import { useOnDemand } from "@baton/ui/use-on-demand";
import { FilterButton } from "./filter-button";
import { countFilters, FILTER_NAMES } from "./filters";
import type { SavingsFilterProps } from "./savings-filter-form";

/** Filters a page by agent, pair, rule or mode. */
export function SavingsFilter(props: SavingsFilterProps) {
  const [FilterForm, loadForm] = useOnDemand(
    async () => (await import("./savings-filter-form")).SavingsFilterForm,
  );
  const count = countFilters(props.filters);
  return FilterForm ? (
    <FilterForm {...props} />
  ) : (
    <FilterButton count={count} aria-haspopup="dialog" onClick={loadForm} />
  );
}

/** Shows the active filters, each with a remove button. */
export function SavingsFilterChips({ filters, onFiltersChange }: Omit<SavingsFilterProps, "workspace">) {
  const chips = FILTER_NAMES.flatMap((name) => {
    const value = filters[name];
    return value === null
      ? []
      : [{ name, label: value === "" ? "no rule" : `${name}: ${isolateName(value)}` }];
  });
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {chips.map(({ name, label }) => (
        <Chip
          key={name}
          removeLabel={`Remove the filter ${label}`}
          onRemove={() => onFiltersChange({ [name]: null })}
        >
          {label}
        </Chip>
      ))}
    </div>
  );
}
