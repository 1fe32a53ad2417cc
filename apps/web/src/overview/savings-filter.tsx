"use client";

import { HANDOFF_MODES } from "@baton/core";
import { Button } from "@baton/ui/primitives/button";
import { Chip } from "@baton/ui/primitives/chip";
import { Combobox } from "@baton/ui/primitives/combobox";
import { Field } from "@baton/ui/primitives/field";
import { Popover, PopoverContent, PopoverTrigger } from "@baton/ui/primitives/popover";
import { useQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import type { SavingsViewParams } from "@/search/savings-view";
import { useTRPC } from "@/trpc/client";

/** In the order in which an address that has several is described. */
const FILTER_NAMES = ["from", "to", "agent", "rule", "mode"] as const;
type Filters = Pick<SavingsViewParams, (typeof FILTER_NAMES)[number]>;

const NO_FILTERS: Filters = { agent: null, from: null, to: null, rule: null, mode: null };

export type SavingsFilterProps = {
  workspace: string;
  filters: Filters;
  onFiltersChange: (filters: Partial<Filters>) => void;
};

/** Stands in the list for the empty rule of the address: no rule, the default applied. */
const NO_RULE = "no rule";

/** Narrows a page to an agent, a pair, a rule, a mode. */
export function SavingsFilter({ workspace, filters, onFiltersChange }: SavingsFilterProps) {
  const trpc = useTRPC();
  const { data: agents = [] } = useQuery(trpc.overview.agents.queryOptions({ workspace }));
  const { data: live } = useQuery(trpc.policies.get.queryOptions({ workspace, version: null }));
  const rules = live?.policy?.agent_handoff_rules.map(({ rule_id }) => rule_id) ?? [];
  const count = FILTER_NAMES.filter((name) => filters[name] !== null).length;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button>
          <ListFilter className="size-3.5" aria-hidden />
          {count === 0 ? "Filter" : `Filter, ${count}`}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label="Filter" className="flex w-72 flex-col gap-3">
        {(["from", "to", "agent"] as const).map((name) => (
          <Field key={name} label={AGENT_LABELS[name]}>
            <Combobox
              placeholder="any agent"
              searchLabel="Find an agent"
              options={toOptions(agents, filters[name])}
              value={filters[name]}
              onValueChange={(agent) => onFiltersChange({ [name]: agent })}
            />
          </Field>
        ))}
        <Field label="Rule">
          <Combobox
            placeholder="any rule"
            searchLabel="Find a rule"
            options={toOptions([...rules, NO_RULE], filters.rule || null)}
            value={filters.rule === "" ? NO_RULE : filters.rule}
            onValueChange={(rule) => onFiltersChange({ rule: rule === NO_RULE ? "" : rule })}
          />
        </Field>
        <Field label="Mode">
          <Combobox
            placeholder="any mode"
            searchLabel="Find a mode"
            options={toOptions(HANDOFF_MODES, null)}
            value={filters.mode}
            onValueChange={(chosen) =>
              onFiltersChange({ mode: HANDOFF_MODES.find((mode) => mode === chosen) ?? null })
            }
          />
        </Field>
        <Button variant="ghost" size="sm" disabled={count === 0} onClick={() => onFiltersChange(NO_FILTERS)}>
          Clear filters
        </Button>
      </PopoverContent>
    </Popover>
  );
}

const AGENT_LABELS = { from: "From", to: "To", agent: "From or to" } as const;

/** A name that the address holds stays to be chosen, whether or not it was seen lately. */
function toOptions(names: readonly string[], chosen: string | null): { value: string; text: string }[] {
  return [...new Set(chosen === null ? names : [...names, chosen])].map((name) => ({
    value: name,
    text: name,
  }));
}

/** What the page is narrowed to, each to be taken away. */
export function SavingsFilterChips({ filters, onFiltersChange }: Omit<SavingsFilterProps, "workspace">) {
  const chips = FILTER_NAMES.flatMap((name) => {
    const value = filters[name];
    return value === null ? [] : [{ name, label: value === "" ? "no rule" : `${name}: ${value}` }];
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
