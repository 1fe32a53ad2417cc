"use client";

import type { Finding } from "@baton/core";
import { ANY_AGENT } from "@baton/core/policy";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { SubjectLink } from "@/features/traffic/subject-link";
import { useTRPC } from "@/trpc/client";
import { namedAgent } from "../rule/agent-field";
import { FieldTreePanel } from "../rule/field-tree-panel";
import { listNames, listOutputFields, type ObservedField } from "../rule/observed-fields";
import { RuleForm } from "../rule/rule-form";
import { findRule } from "../rule-change";
import type { RuleRow } from "../rule-rows";
import { MoveMenu } from "./move-menu";
import { type PolicyEditor, useDraft } from "./use-policy-editor";

type OpenRuleProps = {
  editor: PolicyEditor;
  /** Position of the rule in the document. */
  position: number;
  agents: readonly string[];
  findings: readonly Finding[];
  /** All rules by priority. */
  rows: readonly RuleRow[];
};

const NOTHING_SEEN: readonly ObservedField[] = [];

/** Edits a rule, with the fields observed in its handoffs. */
export function OpenRule({ editor, position, agents, findings, rows }: OpenRuleProps) {
  const { workspace, store, live } = editor;
  const { policy } = useDraft(store);
  const rule = policy.agent_handoff_rules[position];
  const from = namedAgent(rule?.from_agent_id);
  const to = namedAgent(rule?.to_agent_id);
  const { data: seen } = useQuery(
    useTRPC().policies.seen.fields.queryOptions({ workspace, from, to }, { placeholderData: (last) => last }),
  );
  const outputFields = useMemo(
    () => listOutputFields(seen ?? [], rule?.from_agent_id ?? ANY_AGENT),
    [seen, rule?.from_agent_id],
  );
  const names = useMemo(() => listNames(seen ?? []), [seen]);
  const [openedAt] = useState(() => Date.now());
  if (!rule) return null;
  const liveRule = findRule(live?.policy ?? null, rule.rule_id);
  const handoffs = Math.max(0, ...(seen ?? []).map((field) => field.handoffs));
  return (
    <>
      <RuleForm
        rule={rule}
        position={position}
        liveRule={liveRule}
        findings={findings}
        context={{ policy, now: openedAt, agents, outputFields, names }}
        isReportedKnown={seen !== undefined && seen.length > 0}
        handoffs={handoffs}
        tools={
          <>
            {liveRule && (
              <SubjectLink kind="rules" name={liveRule.rule_id}>
                Traffic
              </SubjectLink>
            )}
            <MoveMenu
              position={position}
              rows={rows}
              onMove={(to) => store.dispatch({ type: "move-rule", position, to })}
            />
          </>
        }
        dispatch={store.dispatch}
      />
      <FieldTreePanel
        rule={rule}
        policy={policy}
        live={live?.policy ?? null}
        seen={seen ?? NOTHING_SEEN}
        handoffs={handoffs}
        now={openedAt}
        onChange={(changes) => store.dispatch({ type: "change-rule", position, changes })}
      />
    </>
  );
}
