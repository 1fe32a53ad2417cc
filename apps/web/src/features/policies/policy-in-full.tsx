"use client";

import type { Policy } from "@baton/core";
import type { HandoffRule } from "@baton/core/policy";
import { Finding } from "@baton/ui/layout/finding";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toSentence } from "@/features/artifacts/finding/to-sentence";
import { sessionsAddress } from "@/features/savings/overview/sessions-address";
import { ModeBadge } from "@/features/sessions/handoff/handoff-badges";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { describeTraffic } from "./describe-traffic";
import { FieldChips, RulePanel } from "./rule-panel";
import { listRuleRows } from "./rule-rows";
import { RulesPanel } from "./rules-panel";
import { WhichRulePanel } from "./which-rule-panel";

export type StoredPolicy = NonNullable<RouterOutputs["policies"]["get"]>;

export type PolicyInFullProps = {
  workspace: string;
  stored: StoredPolicy;
  /** Period of the traffic, as in the URL. */
  range: string;
  /** Called when a rule is opened. */
  onOpen?: (rule: HandoffRule) => void;
};

/**
 * Shows a version of the policy read-only: its rules with their traffic, an open rule, and which rule
 * applies.
 */
export function PolicyInFull({ workspace, stored, range, onOpen }: PolicyInFullProps) {
  return (
    <>
      {stored.findings.map(({ path, message, hint, severity }) => (
        <Finding
          key={`${path} ${message}`}
          tone={severity === "error" ? "danger" : "warn"}
          title={<Name isCode>{path}</Name>}
        >
          {toSentence(message)} {hint}
        </Finding>
      ))}
      {stored.policy && (
        <Rules
          workspace={workspace}
          policy={stored.policy}
          order={stored.order}
          range={range}
          onOpen={onOpen}
        />
      )}
    </>
  );
}

type RulesProps = Pick<PolicyInFullProps, "workspace" | "range" | "onOpen"> & {
  policy: Policy;
  order: StoredPolicy["order"];
};

function Rules({ workspace, policy, order, range, onOpen }: RulesProps) {
  const trpc = useTRPC();
  const tz = useTimeZone();
  const traffic = useQuery(
    trpc.policies.traffic.queryOptions({ workspace, range, tz }, { placeholderData: (last) => last }),
  );
  const { data: seen = [] } = useQuery(trpc.overview.agents.queryOptions({ workspace }));
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const rules = order.flatMap((place) => {
    const rule = policy.agent_handoff_rules[place.position];
    return rule ? [{ rule, ...place }] : [];
  });
  const rows = listRuleRows(rules, traffic.data?.rules ?? []);
  const chosen = rows.find(({ key }) => key === chosenKey) ?? rows.find(({ rule }) => rule !== null);
  return (
    <>
      {traffic.isError && !traffic.data && (
        <QueryError title="The rules' traffic could not be loaded" query={traffic} />
      )}
      <RulesPanel
        policy={policy}
        rows={rows}
        period={describeTraffic(traffic.data)}
        selectedKey={chosen?.key ?? null}
        onSelect={({ key, rule }) => {
          setChosenKey(key);
          if (rule) onOpen?.(rule);
        }}
      />
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <RulePanel
          row={chosen}
          sessionsHref={chosen ? sessionsAddress(workspace, { range, tz, rule: chosen.ruleId }) : null}
        />
        <div className="flex min-w-0 flex-col gap-4">
          <WhichRulePanel policy={policy} agents={listAgentsOf(policy, seen)} />
          <EverywherePanel policy={policy} />
        </div>
      </div>
    </>
  );
}

/** Returns the agents in rules and in past handoffs. */
function listAgentsOf(policy: Policy, seen: readonly string[]): string[] {
  const named = policy.agent_handoff_rules.flatMap((rule) => [rule.from_agent_id, rule.to_agent_id]);
  return [...new Set([...named.filter((agent) => agent !== "*"), ...seen])].sort();
}

/** Shows the settings that apply to every handoff, regardless of its rule. */
function EverywherePanel({ policy }: { policy: Policy }) {
  return (
    <Panel aria-label="For every handoff">
      <PanelHead title="For every handoff" />
      <PanelBody className="flex flex-col gap-3">
        <KeyValues
          items={[
            { label: "No rule", value: <ModeBadge mode={policy.default_handoff_mode} isDefault /> },
            { label: "Level", value: policy.enforcement_level },
            { label: "Within texts", value: policy.blocked_in_text ? "redacted" : "not redacted" },
            { label: "Translation", value: policy.enable_conversation_translation ? "allowed" : "off" },
            { label: "Audit", value: policy.audit_all_handoffs ? "every handoff" : "set by each rule" },
          ]}
        />
        <FieldChips label="Blocked fields" none="none" fields={policy.blocked_context_fields} isBlocked />
      </PanelBody>
    </Panel>
  );
}
