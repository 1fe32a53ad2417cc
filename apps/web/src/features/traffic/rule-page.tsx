"use client";

import { ANY_AGENT, type HandoffRule } from "@baton/core/policy";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { FromTo } from "@baton/ui/primitives/from-to";
import { TextLink } from "@baton/ui/primitives/text-link";
import { FieldChips } from "@/features/policies/rule-panel";
import { ModeBadge } from "@/features/sessions/handoff/handoff-badges";
import { addressOf, withQuery } from "@/frame/pages";
import { FieldFlowsPanel } from "./field-flows-panel";
import { LatestSessionsPanel } from "./latest-sessions-panel";
import { LeaksPanel } from "./leaks-panel";
import { PairKindsPanel } from "./pair-kinds-panel";
import { RuleHistoryPanel, useRuleHistory } from "./rule-history-panel";
import { SubjectChart } from "./subject-chart";
import { SubjectLink } from "./subject-link";
import { PairTiles } from "./subject-tiles";
import type { TrafficProps } from "./traffic-view";

/** Shows a rule: its traffic and effect, and what each version of the policy changed about it. */
export function RulePage({ workspace, view, rule }: TrafficProps & { rule: string }) {
  const { range, tz } = view;
  const shared = { workspace, view: { range, tz, rule } };
  const { data } = useRuleHistory(workspace, rule);
  return (
    <>
      {data?.rule && <RuleNow workspace={workspace} rule={data.rule} />}
      <PairTiles {...shared} />
      <LeaksPanel {...shared} />
      <SubjectChart {...shared} />
      <FieldFlowsPanel {...shared} title="Fields" />
      <PairKindsPanel {...shared} title="Pairs" />
      <RuleHistoryPanel workspace={workspace} rule={rule} />
      <LatestSessionsPanel
        {...shared}
        allHref={withQuery(addressOf(workspace, "sessions"), { range, rule })}
      />
    </>
  );
}

function RuleNow({ workspace, rule }: { workspace: string; rule: HandoffRule }) {
  const { allowed_context_fields: allowed, blocked_context_fields: blocked, handoff_mode: mode } = rule;
  return (
    <Panel aria-label="Rule now">
      <PanelHead
        title={
          <FromTo
            from={<AgentOfRule agent={rule.from_agent_id} />}
            to={<AgentOfRule agent={rule.to_agent_id} />}
          />
        }
        note={<ModeBadge mode={mode} isDefault={false} />}
        actions={
          <TextLink href={withQuery(addressOf(workspace, "policies"), { rule: rule.rule_id })}>
            Open in Policies
          </TextLink>
        }
      />
      <PanelBody className="grid gap-3 sm:grid-cols-2">
        <FieldChips
          label="Allowed fields"
          none={allowed === undefined ? "all fields of the sender" : "none"}
          fields={allowed ?? []}
        />
        <FieldChips label="Blocked fields" none="none by this rule" fields={blocked} isBlocked />
      </PanelBody>
    </Panel>
  );
}

function AgentOfRule({ agent }: { agent: string }) {
  return agent === ANY_AGENT ? "any agent" : <SubjectLink kind="agents" name={agent} />;
}
