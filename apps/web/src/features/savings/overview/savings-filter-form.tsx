"use client";

import { HANDOFF_MODES } from "@baton/core/policy";
import { Button } from "@baton/ui/primitives/button";
import { Combobox } from "@baton/ui/primitives/combobox";
import { Field } from "@baton/ui/primitives/field";
import { Popover, PopoverContent, PopoverTrigger } from "@baton/ui/primitives/popover";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";
import { FilterButton } from "./filter-button";
import { countFilters, type Filters, NO_FILTERS } from "./filters";

export type SavingsFilterProps = {
  workspace: string;
  filters: Filters;
  onFiltersChange: (filters: Partial<Filters>) => void;
};

/** List entry for the empty rule of the URL: no rule, the default applied. */
const NO_RULE = "no rule";

const AGENT_LABELS = { from: "From", to: "To", agent: "From or to" } as const;

/** Shows the filters of a page; starts open, since a click loaded it. */
export function SavingsFilterForm({ workspace, filters, onFiltersChange }: SavingsFilterProps) {
  const trpc = useTRPC();
  const { data: agents = [] } = useQuery(trpc.overview.agents.queryOptions({ workspace }));
  const { data: live } = useQuery(trpc.policies.get.queryOptions({ workspace, version: null }));
  const { data: workflows = [] } = useQuery(trpc.savings.workflows.queryOptions({ workspace }));
  const rules = live?.policy?.agent_handoff_rules.map(({ rule_id }) => rule_id) ?? [];
  const count = countFilters(filters);
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>
        <FilterButton count={count} />
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
        <Field label="Workflow">
          <Combobox
            placeholder="any workflow"
            searchLabel="Find a workflow"
            options={toOptions(workflows, filters.workflow)}
            value={filters.workflow}
            onValueChange={(workflow) => onFiltersChange({ workflow })}
          />
        </Field>
        <Button variant="ghost" size="sm" disabled={count === 0} onClick={() => onFiltersChange(NO_FILTERS)}>
          Clear filters
        </Button>
      </PopoverContent>
    </Popover>
  );
}

/** Keeps the name in the URL selectable, even if no recent handoff has it. */
function toOptions(names: readonly string[], chosen: string | null): { value: string; text: string }[] {
  return [...new Set(chosen === null ? names : [...names, chosen])].map((name) => ({
    value: name,
    text: name,
  }));
}
