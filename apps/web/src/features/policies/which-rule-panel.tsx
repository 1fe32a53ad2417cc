"use client";

import type { Policy } from "@baton/core";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Field } from "@baton/ui/primitives/field";
import { Input } from "@baton/ui/primitives/input";
import dynamic from "next/dynamic";
import { memo, useId, useState } from "react";

/** Loaded when both agents are selected, because it includes the policy parser. */
const WhichRule = dynamic(async () => (await import("./which-rule")).WhichRule, { ssr: false });

type WhichRulePanelProps = { policy: Policy; agents: readonly string[] };

/** Shows the rule that applies between two agents now, computed by the scoping code. */
export const WhichRulePanel = memo(function WhichRulePanel({ policy, agents }: WhichRulePanelProps) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const listId = useId();
  const isComplete = from !== "" && to !== "";
  return (
    <Panel aria-label="Which rule applies, and why?">
      <PanelHead title="Which rule applies, and why?" />
      <PanelBody className="grid grid-cols-2 gap-3">
        <Field label="From">
          <Input
            value={from}
            list={listId}
            placeholder="an agent"
            autoComplete="off"
            onChange={(event) => setFrom(event.target.value)}
          />
        </Field>
        <Field label="To">
          <Input
            value={to}
            list={listId}
            placeholder="another agent"
            autoComplete="off"
            onChange={(event) => setTo(event.target.value)}
          />
        </Field>
        <datalist id={listId}>
          {agents.map((agent) => (
            <option key={agent} value={agent} />
          ))}
        </datalist>
      </PanelBody>
      {isComplete ? (
        <div aria-live="polite">
          <WhichRule policy={policy} from={from} to={to} />
        </div>
      ) : (
        <PanelBody className="text-text-2">Select two agents to see which rule applies and why.</PanelBody>
      )}
    </Panel>
  );
});
