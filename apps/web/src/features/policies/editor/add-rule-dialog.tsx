"use client";

import { coverPairs } from "@baton/server/policy";
import { formatCountOf } from "@baton/ui/format/number";
import { Button } from "@baton/ui/primitives/button";
import { Dialog, DialogClose, DialogContent } from "@baton/ui/primitives/dialog";
import { FromTo } from "@baton/ui/primitives/from-to";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { suggestRuleId } from "../draft/policy-section";
import { AgentField } from "../rule/agent-field";
import { findRefusal } from "../rule/refusal";
import { type PolicyEditor, useDraftAtRest } from "./use-policy-editor";

export type AddRuleDialogProps = {
  editor: PolicyEditor;
  range: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onAdded: () => void;
};

/** Asks for the agents of a new rule, and suggests pairs with traffic but without a rule. */
export function AddRuleDialog({ editor, range, isOpen, onOpenChange, onAdded }: AddRuleDialogProps) {
  const { workspace, store } = editor;
  const { policy } = useDraftAtRest(store);
  const trpc = useTRPC();
  const tz = useTimeZone();
  const { data: pairs } = useQuery(trpc.policies.seen.pairs.queryOptions({ workspace, range, tz }));
  const { data: agents = [] } = useQuery(trpc.policies.seen.agents.queryOptions({ workspace }));
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const uncovered = coverPairs(policy, pairs ?? [], { now: Date.now() }).filter(
    ({ isUncovered }) => isUncovered,
  );
  const refusal =
    from !== null && to !== null
      ? findRefusal({ from_agent_id: from, to_agent_id: to })
      : "Select both agents";
  const add = (sender: string, receiver: string) => {
    addRule(editor, sender, receiver);
    setFrom(null);
    setTo(null);
    onOpenChange(false);
    onAdded();
  };
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title="Add a rule"
        description="Choose the sender and the receiver. You choose the fields next. The rule takes effect when you publish it."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button
              variant="primary"
              disabledReason={refusal}
              onClick={() => from !== null && to !== null && add(from, to)}
            >
              Add the rule
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <AgentField label="From" agent={from} agents={agents} onAgentChange={setFrom} />
          <AgentField label="To" agent={to} agents={agents} onAgentChange={setTo} />
        </div>
        {uncovered.length > 0 && (
          <section aria-label="Pairs with traffic but no rule" className="mt-4">
            <h3 className="mb-1.5 font-medium text-sm text-text-2">Traffic without a rule</h3>
            <ul className="flex flex-col">
              {uncovered.slice(0, 8).map(({ pair }) => (
                <li key={`${pair.from} ${pair.to}`}>
                  <Button
                    variant="ghost"
                    className="-mx-2 w-[calc(100%+16px)] justify-between px-2"
                    onClick={() => add(pair.from, pair.to)}
                  >
                    <FromTo from={pair.from} to={pair.to} />
                    <span className="text-text-3">{formatCountOf(pair.handoffs, "handoff")}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Adds a rule for two agents, in mode `scoped`, and opens it. */
export function addRule({ store }: PolicyEditor, from: string, to: string): void {
  const ids = store.getSnapshot().policy.agent_handoff_rules.map(({ rule_id }) => rule_id);
  const rule = {
    rule_id: suggestRuleId(from, to, ids),
    from_agent_id: from,
    to_agent_id: to,
    handoff_mode: "scoped",
  };
  store.dispatch({ type: "add-rule", rule });
}
