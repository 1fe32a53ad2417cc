"use client";

import type { ContentRule } from "@baton/core/policy";
import { formatCountOf } from "@baton/ui/format/number";
import { Button } from "@baton/ui/primitives/button";
import { Field } from "@baton/ui/primitives/field";
import { Textarea } from "@baton/ui/primitives/input";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { Users } from "lucide-react";
import { useState } from "react";
import { ActionDialog } from "@/frame/action-dialog";
import { namedAgent } from "../rule/agent-field";
import { findAgents, type Side } from "./spread-content-rule";

type SeveralAgentsDialogProps = {
  rule: ContentRule;
  /** Agents in past handoffs. */
  agents: readonly string[];
  onSpread: (side: Side, agents: readonly string[]) => void;
};

/** Maximum agents to name. */
const FEW = 8;

/** Turns a content rule into one for each of several agents, named by a list or by patterns. */
export function SeveralAgentsDialog({ rule, agents, onSpread }: SeveralAgentsDialogProps) {
  const [side, setSide] = useState<Side>("to_agent_id");
  const [text, setText] = useState("");
  const { agents: found, unmatched } = findAgents(text, agents);
  const rules = formatCountOf(found.length, "rule");
  return (
    <ActionDialog
      trigger={
        <Button size="sm">
          <Users className="size-3.5" aria-hidden />
          Several agents
        </Button>
      }
      title="Use this rule for several agents"
      description="A rule names one agent or any agent. This replaces it with one rule for each agent, in the draft. You can undo it."
      verb={`Create ${rules}`}
      missing={found.length > 0 ? null : unmatched.length > 0 ? "No agent matches" : "Enter agents"}
      onOpen={() => {
        const chosen =
          namedAgent(rule.to_agent_id) === undefined && namedAgent(rule.from_agent_id)
            ? "from_agent_id"
            : "to_agent_id";
        setSide(chosen);
        setText(namedAgent(rule[chosen]) ?? "");
      }}
      onConfirm={async () => onSpread(side, found)}
    >
      <div>
        <SegmentedControl
          label="Side"
          options={[
            { value: "from_agent_id", label: "From these agents" },
            { value: "to_agent_id", label: "To these agents" },
          ]}
          value={side}
          onValueChange={setSide}
        />
      </div>
      <Field
        label="Agents"
        help="Names, or patterns for agents with handoffs, such as *_finance, separated by commas or lines."
      >
        <Textarea
          rows={4}
          className="font-mono"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <p role="status" className="wrap-anywhere text-sm text-text-2">
        {formatCountOf(found.length, "agent")}
        {found.length > 0 && `: ${found.slice(0, FEW).join(", ")}`}
        {found.length > FEW && ` and ${found.length - FEW} more`}.
        {unmatched.length > 0 && ` No agent with handoffs matches ${unmatched.join(", ")}.`}
        {text.includes("*") && " Agents that appear later get no rule: repeat this then, or use any agent."}
      </p>
    </ActionDialog>
  );
}
