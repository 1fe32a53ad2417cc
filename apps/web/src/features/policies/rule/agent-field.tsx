"use client";

import { ANY_AGENT } from "@baton/core/policy";
import { Combobox } from "@baton/ui/primitives/combobox";
import { Field } from "@baton/ui/primitives/field";

type AgentFieldProps = {
  label: string;
  agent: string | null;
  /** Agents in past handoffs. */
  agents: readonly string[];
  onAgentChange: (agent: string | null) => void;
};

/** Returns the named agent; undefined for none or any. */
export function namedAgent(agent: string | null | undefined): string | undefined {
  return agent === null || agent === ANY_AGENT ? undefined : agent;
}

/** Selects an agent with handoffs, any agent, or a new name. */
export function AgentField({ label, agent, agents, onAgentChange }: AgentFieldProps) {
  return (
    <Field label={label}>
      <Combobox
        options={[
          { value: ANY_AGENT, text: "any agent", label: "* any agent", aliases: ["any"] },
          ...agents.map((each) => ({ value: each, text: each })),
        ]}
        value={agent}
        onValueChange={onAgentChange}
        placeholder="an agent"
        searchLabel="Find or name an agent"
        otherLabel={(text) => `Use “${text}” (no handoffs yet)`}
      />
    </Field>
  );
}
