"use client";

import { HANDOFF_MODES } from "@baton/core/policy";
import {
  ALERT_FIGURE_KINDS,
  type AlertFilter,
  type AlertFilterName,
  type AlertMetric,
} from "@baton/server/alert";
import { Combobox } from "@baton/ui/primitives/combobox";
import { Field } from "@baton/ui/primitives/field";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/client";

/** List entry for the empty rule: no rule, the default applied. */
const NO_RULE = "no rule";

const LABELS: Readonly<Record<AlertFilterName, string>> = {
  agent: "From or to",
  from: "From",
  to: "To",
  rule: "Rule",
  mode: "Mode",
  workflow: "Workflow",
};

type AlertFilterFieldsProps = {
  workspace: string;
  figure: AlertMetric;
  filter: AlertFilter;
  onChange: (filter: AlertFilter) => void;
};

/** Edits the filters of a metric. */
export function AlertFilterFields({ workspace, figure, filter, onChange }: AlertFilterFieldsProps) {
  const trpc = useTRPC();
  const { data: agents = [] } = useQuery(trpc.overview.agents.queryOptions({ workspace }));
  const { data: live } = useQuery(trpc.policies.get.queryOptions({ workspace, version: null }));
  const { data: workflows = [] } = useQuery(trpc.savings.workflows.queryOptions({ workspace }));
  const rules = live?.policy?.agent_handoff_rules.map(({ rule_id }) => rule_id) ?? [];
  const names: Readonly<Record<AlertFilterName, readonly string[]>> = {
    agent: agents,
    from: agents,
    to: agents,
    mode: HANDOFF_MODES,
    workflow: workflows,
    rule: [...rules, NO_RULE],
  };
  const choose = (name: AlertFilterName, chosen: string | null) => {
    const mode = HANDOFF_MODES.find((each) => each === chosen);
    const value = name === "rule" && chosen === NO_RULE ? "" : (chosen ?? undefined);
    onChange(name === "mode" ? { ...filter, mode } : { ...filter, [name]: value });
  };
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {ALERT_FIGURE_KINDS[figure].filters.map((name) => {
        const value = filter[name] === "" ? NO_RULE : (filter[name] ?? null);
        return (
          <Field key={name} label={LABELS[name]}>
            <Combobox
              placeholder="any"
              searchLabel={`Find: ${LABELS[name].toLowerCase()}`}
              options={[...new Set([...names[name], ...(value === null ? [] : [value])])].map((each) => ({
                value: each,
                text: each,
              }))}
              value={value}
              onValueChange={(chosen) => choose(name, chosen)}
            />
          </Field>
        );
      })}
    </div>
  );
}
