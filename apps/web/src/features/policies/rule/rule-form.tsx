"use client";

import type { Finding } from "@baton/core";
import type { HandoffRule } from "@baton/core/policy";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { Checkbox } from "@baton/ui/primitives/checkbox";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Copy, Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { DraftAction } from "../draft/draft-state";
import { suggestRuleId } from "../draft/policy-section";
import { AgentField } from "./agent-field";
import { FieldList } from "./field-list";
import type { FixContext } from "./finding-fixes";
import { ModeChoice } from "./mode-choice";
import { findRefusal } from "./refusal";
import { RuleFindings } from "./rule-findings";
import { type ChangeRule, RuleAbout, TranslationSettings } from "./rule-settings";
import { StateChoice } from "./state-choice";

type RuleFormProps = {
  rule: HandoffRule;
  /** Position of the rule in the document. */
  position: number;
  /** The rule of the same ID in the live version; null if it has none. */
  liveRule: HandoffRule | null;
  findings: readonly Finding[];
  context: FixContext;
  /** True if the observed fields are known, and the number of the rule's handoffs that could contain them. */
  isReportedKnown: boolean;
  handoffs: number;
  /** More tools in the head. */
  tools?: ReactNode;
  dispatch: (action: DraftAction) => void;
};

/** Edits a rule. Each change applies to the draft at once. */
export function RuleForm(props: RuleFormProps) {
  const { rule, position, liveRule, findings, context, isReportedKnown, handoffs, tools, dispatch } = props;
  const ruleIds = context.policy.agent_handoff_rules.map(({ rule_id }) => rule_id);
  const change: ChangeRule = (changes, typedInto) =>
    dispatch({
      type: "change-rule",
      position,
      changes,
      ...(typedInto && { typedInto: `${position} ${typedInto}` }),
    });
  const changeAgent = (side: "from_agent_id" | "to_agent_id", agent: string | null) => {
    if (agent === null || findRefusal({ [side]: agent }) !== null) return;
    const moved = { ...rule, [side]: agent };
    const others = ruleIds.toSpliced(position, 1);
    const isNamedByAgents =
      liveRule === null && rule.rule_id === suggestRuleId(rule.from_agent_id, rule.to_agent_id, others);
    change({
      [side]: agent,
      ...(isNamedByAgents && { rule_id: suggestRuleId(moved.from_agent_id, moved.to_agent_id, others) }),
    });
  };
  const allowed = rule.allowed_context_fields;
  return (
    <Panel aria-label={`Rule ${rule.rule_id}`}>
      <PanelHead
        title={<FromTo from={rule.from_agent_id} to={rule.to_agent_id} className="whitespace-normal" />}
        note={
          liveRule === null ? (
            <Badge tone="accent">new in the draft</Badge>
          ) : (
            JSON.stringify(liveRule) !== JSON.stringify(rule) && (
              <Badge tone="accent">edited in the draft</Badge>
            )
          )
        }
        actions={
          <>
            {tools}
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                const ruleId = suggestRuleId(rule.from_agent_id, rule.to_agent_id, ruleIds);
                dispatch({ type: "duplicate-rule", position, ruleId });
              }}
            >
              <Copy className="size-3.5" aria-hidden />
              Duplicate
            </Button>
            <Button size="sm" variant="ghost" onClick={() => dispatch({ type: "delete-rule", position })}>
              <Trash2 className="size-3.5" aria-hidden />
              Delete
            </Button>
          </>
        }
        hasLine
      />
      <PanelBody className="flex flex-col gap-4 pt-3.5">
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <AgentField
            label="From"
            agent={rule.from_agent_id}
            agents={context.agents}
            onAgentChange={(agent) => changeAgent("from_agent_id", agent)}
          />
          <AgentField
            label="To"
            agent={rule.to_agent_id}
            agents={context.agents}
            onAgentChange={(agent) => changeAgent("to_agent_id", agent)}
          />
        </div>
        <StateChoice state={rule.state ?? "enforce"} onStateChange={(state) => change({ state })} />
        <ModeChoice
          label="Mode"
          mode={rule.handoff_mode}
          onModeChange={(handoff_mode) => change({ handoff_mode })}
        />
        <RuleFindings findings={findings} fixing={{ context, onFix: dispatch }} />
        {rule.handoff_mode === "scoped" && (
          <div className="flex flex-col gap-2">
            {allowed !== undefined && (
              <FieldList
                label="Allowed fields"
                hint="fields of the sender's output; % of handoffs containing the field"
                fields={allowed}
                liveFields={liveRule?.allowed_context_fields ?? []}
                seen={isReportedKnown ? context.outputFields : null}
                handoffs={handoffs}
                findRefusal={(name) => findRefusal({ allowed_context_fields: [name] })}
                onChange={(fields) => change({ allowed_context_fields: fields })}
              />
            )}
            <AllPass
              isAll={allowed === undefined}
              onChange={(isAll) =>
                change({
                  allowed_context_fields: isAll ? undefined : (liveRule?.allowed_context_fields ?? []),
                })
              }
            />
          </div>
        )}
        <FieldList
          label="Blocked fields"
          hint="removed at any depth; blocked beats allowed"
          fields={rule.blocked_context_fields}
          liveFields={liveRule?.blocked_context_fields ?? []}
          seen={isReportedKnown ? context.names : null}
          handoffs={handoffs}
          isBlocked
          findRefusal={(name) => findRefusal({ blocked_context_fields: [name] })}
          onChange={(fields) => change({ blocked_context_fields: fields })}
        />
        <TranslationSettings
          rule={rule}
          outputFields={isReportedKnown ? context.outputFields : null}
          handoffs={handoffs}
          onChange={change}
        />
        <RuleAbout rule={rule} onChange={change} />
      </PanelBody>
    </Panel>
  );
}

function AllPass({ isAll, onChange }: { isAll: boolean; onChange: (isAll: boolean) => void }) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <Checkbox id={id} checked={isAll} onCheckedChange={(checked) => onChange(checked === true)} />
      <label htmlFor={id}>All fields except blocked ones</label>
    </div>
  );
}
