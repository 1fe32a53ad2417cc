"use client";

import { HANDOFF_MODES } from "@baton/core";
import { Button } from "@baton/ui/primitives/button";
import { Chip } from "@baton/ui/primitives/chip";
import { Field } from "@baton/ui/primitives/field";
import { Popover, PopoverContent, PopoverTrigger } from "@baton/ui/primitives/popover";
import { Select } from "@baton/ui/primitives/select";
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

/** A select takes no empty value: this one stands for "any". */
const ANY = "any:";
const NO_RULE = "none:";
const VALUE = "is:";

/** Narrows a page to an agent, a pair, a rule, a mode. */
export function SavingsFilter({ workspace, filters, onFiltersChange }: SavingsFilterProps) {
  const trpc = useTRPC();
  const { data: agents = [] } = useQuery(trpc.overview.agents.queryOptions({ workspace }));
  const { data: live } = useQuery(trpc.policies.get.queryOptions({ workspace, version: null }));
  const rules = live?.policy?.agent_handoff_rules.map(({ rule_id }) => rule_id) ?? [];
  const count = FILTER_NAMES.filter((name) => filters[name] !== null).length;
  const options = (names: readonly string[], chosen: string | null) => [
    { value: ANY, label: "any" },
    ...withChosen(names, chosen).map((name) => ({ value: VALUE + name, label: name })),
  ];
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
            <Select
              options={options(agents, filters[name])}
              value={toOption(filters[name])}
              onValueChange={(option) => onFiltersChange({ [name]: fromOption(option) })}
            />
          </Field>
        ))}
        <Field label="Rule">
          <Select
            options={[
              ...options(rules, filters.rule || null),
              { value: NO_RULE, label: "no rule, the default applied" },
            ]}
            value={filters.rule === "" ? NO_RULE : toOption(filters.rule)}
            onValueChange={(option) =>
              onFiltersChange({ rule: option === NO_RULE ? "" : fromOption(option) })
            }
          />
        </Field>
        <Field label="Mode">
          <Select
            options={options(HANDOFF_MODES, filters.mode)}
            value={toOption(filters.mode)}
            onValueChange={(option) =>
              onFiltersChange({ mode: HANDOFF_MODES.find((mode) => mode === fromOption(option)) ?? null })
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

/** A filter that an address names stays to be chosen, whether or not it was seen lately. */
function withChosen(names: readonly string[], chosen: string | null): readonly string[] {
  return chosen === null || names.includes(chosen) ? names : [chosen, ...names];
}

const toOption = (value: string | null) => (value === null ? ANY : VALUE + value);
const fromOption = (option: string) => (option === ANY ? null : option.slice(VALUE.length));

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
