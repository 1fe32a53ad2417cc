"use client";

import type { Policy } from "@baton/core";
import { Finding } from "@baton/ui/layout/finding";
import { KeyValues } from "@baton/ui/layout/key-values";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Name } from "@baton/ui/primitives/name";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { toSentence } from "@/features/artifacts/finding/to-sentence";
import { sessionsAddress } from "@/features/savings/overview/sessions-address";
import { ModeBadge } from "@/features/sessions/handoff/handoff-badges";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { describeTraffic } from "./describe-traffic";
import { RuleColumns } from "./rule-columns";
import { useRuleInAddress } from "./rule-in-address";
import { RuleList } from "./rule-list";
import { FieldChips, RulePanel } from "./rule-panel";
import { listRuleRows } from "./rule-rows";

/** Loaded after the first paint: it is below the open rule. */
const WhichRulePanel = dynamic(async () => (await import("./which-rule-panel")).WhichRulePanel, {
  ssr: false,
});

type StoredPolicy = NonNullable<RouterOutputs["policies"]["get"]>;

type PolicyInFullProps = {
  workspace: string;
  stored: StoredPolicy;
  /** Period of the traffic, as in the URL. */
  range: string;
};

/**
 * Shows a version of the policy read-only: its rules with their traffic, an open rule, and which rule
 * applies.
 */
export function PolicyInFull({ workspace, stored, range }: PolicyInFullProps) {
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
        <Rules workspace={workspace} policy={stored.policy} order={stored.order} range={range} />
      )}
    </>
  );
}

type RulesProps = Pick<PolicyInFullProps, "workspace" | "range"> & {
  policy: Policy;
  order: StoredPolicy["order"];
};

function Rules({ workspace, policy, order, range }: RulesProps) {
  const trpc = useTRPC();
  const tz = useTimeZone();
  const traffic = useQuery(
    trpc.policies.traffic.queryOptions({ workspace, range, tz }, { placeholderData: (last) => last }),
  );
  const { data: seen = [] } = useQuery(trpc.overview.agents.queryOptions({ workspace }));
  const { ruleId, openRule, hrefOf } = useRuleInAddress();
  const rules = order.flatMap((place) => {
    const rule = policy.agent_handoff_rules[place.position];
    return rule ? [{ rule, ...place }] : [];
  });
  const rows = listRuleRows(rules, traffic.data?.rules ?? []);
  const chosen = rows.find((row) => row.ruleId === ruleId) ?? rows.find(({ rule }) => rule !== null);
  return (
    <>
      {traffic.isError && !traffic.data && (
        <QueryError title="The rules' traffic could not be loaded" query={traffic} />
      )}
      <RuleColumns
        list={
          <RuleList
            policy={policy}
            rows={rows}
            period={describeTraffic(traffic.data)}
            selectedKey={chosen?.key ?? null}
            hrefOf={hrefOf}
            onSelect={openRule}
          />
        }
        rule={
          <>
            <RulePanel
              row={chosen}
              sessionsHref={chosen ? sessionsAddress(workspace, { range, tz, rule: chosen.ruleId }) : null}
            />
            <EverywherePanel policy={policy} />
          </>
        }
        aside={<WhichRulePanel policy={policy} agents={listAgentsOf(policy, seen)} />}
      />
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
