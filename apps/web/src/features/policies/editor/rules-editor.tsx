"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelBody } from "@baton/ui/layout/panel";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useToast } from "@baton/ui/primitives/toast";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { describeTraffic } from "../describe-traffic";
import { blockInRules } from "../draft/block-in-rules";
import { ImpactPanel } from "../impact/impact-panel";
import { RuleColumns } from "../rule-columns";
import { useRuleInAddress } from "../rule-in-address";
import { RuleList } from "../rule-list";
import { orderRules } from "../rule-order";
import { listRuleRows, type RuleRow } from "../rule-rows";
import { SuggestionsPanel } from "../suggestions/suggestions-panel";
import { WhichRulePanel } from "../which-rule-panel";
import { OpenRule } from "./open-rule";
import { PolicySettings } from "./policy-settings";
import { useFindings } from "./use-findings";
import { useFindingsInAddress } from "./use-findings-in-address";
import { useObserved } from "./use-observed";
import { type PolicyEditor, useDraftAtRest } from "./use-policy-editor";

const NO_AGENTS: readonly string[] = [];

type RulesEditorProps = {
  editor: PolicyEditor;
  /** Period of traffic and replay, as in the URL. */
  range: string;
};

/** Shows the draft's rules: the table, the open rule, the impact of the draft, and which rule applies. */
export function RulesEditor({ editor, range }: RulesEditorProps) {
  const { workspace, store, live } = editor;
  const trpc = useTRPC();
  const tz = useTimeZone();
  const snapshot = useDraftAtRest(store);
  const { draft, policy } = snapshot;
  const traffic = useQuery(
    trpc.policies.traffic.queryOptions({ workspace, range, tz }, { placeholderData: (last) => last }),
  );
  const seen = useObserved(workspace);
  const agents = seen.agents ?? NO_AGENTS;
  const findings = useFindings(snapshot, seen);
  const rows = useMemo(
    () => listRuleRows(orderRules(policy), traffic.data?.rules ?? []),
    [policy, traffic.data],
  );
  const open = rows.find(({ position }) => position !== null && position === draft.openRule);
  const shown = open ?? rows.find(({ rule }) => rule !== null);
  const address = useOpenRule(editor, shown?.position ?? null);
  const { openRule } = address;
  const select = useCallback(
    (row: RuleRow) => {
      if (row.position === null) return;
      store.dispatch({ type: "open-rule", position: row.position });
      openRule(row);
    },
    [store, openRule],
  );
  const livePolicy = live?.policy ?? null;
  const showToast = useToast();
  const [, openFindings] = useFindingsInAddress();
  const editing = useMemo(
    () => ({
      live: livePolicy,
      findingCounts: new Map([...findings.ofRule].map(([position, list]) => [position, list.length])),
      onMove: (position: number, to: number) => store.dispatch({ type: "move-rule", position, to }),
      onBlock: (field: string, positions: readonly number[]) => {
        const { draft: now, policy: read } = store.getSnapshot();
        const { section, changed } = blockInRules(now.content.section, read, { field, positions });
        if (changed > 0) store.dispatch({ type: "revise", section });
        showToast({
          tone: changed > 0 ? "ok" : "warn",
          title:
            changed > 0 ? `Blocked in ${formatCountOf(changed, "rule")}` : "These rules block it already",
          ...(changed > 0 && {
            action: { label: "Undo", onSelect: () => store.dispatch({ type: "undo" as const }) },
          }),
        });
      },
      findings: { count: findings.all.length, onShow: () => openFindings(true) },
    }),
    [livePolicy, findings, store, openFindings, showToast],
  );
  const period = describeTraffic(traffic.data);
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
            period={period}
            selectedKey={shown?.key ?? null}
            hrefOf={address.hrefOf}
            onSelect={select}
            editing={editing}
          />
        }
        rule={
          <>
            {shown?.rule && shown.position !== null ? (
              <OpenRule
                key={shown.position}
                editor={editor}
                position={shown.position}
                agents={agents}
                findings={findings.ofRule.get(shown.position) ?? []}
                rows={rows}
              />
            ) : (
              <Panel aria-label="Rule">
                <PanelBody className="pt-4">
                  <EmptyState
                    title="No rule yet"
                    actions={
                      <>
                        <TextLink href={addressOf(workspace, "policies", "files")}>Import a policy</TextLink>
                        <TextLink href={addressOf(workspace, "policies", "content")}>Content rules</TextLink>
                      </>
                    }
                  >
                    Rules select the fields that an orchestrator passes on; without one, it uses the default
                    mode, {policy.default_handoff_mode}. Content rules search texts, also the prompts of
                    coding agents.
                  </EmptyState>
                </PanelBody>
              </Panel>
            )}
            <PolicySettings
              policy={policy}
              live={livePolicy}
              findings={findings.ofPolicy}
              seen={seen.fields}
              dispatch={store.dispatch}
            />
          </>
        }
        aside={
          <>
            {(livePolicy || !live) && (
              <ImpactPanel
                workspace={workspace}
                range={range}
                period={period}
                live={livePolicy}
                draft={policy}
              />
            )}
            <SuggestionsPanel editor={editor} range={range} />
            <WhichRulePanel policy={policy} agents={agents} />
          </>
        }
      />
    </>
  );
}

/** Opens the rule that the address names, and names in the address the rule that an edit has opened. */
function useOpenRule({ store }: PolicyEditor, position: number | null) {
  const address = useRuleInAddress();
  const { ruleId, followRule } = address;
  const { policy } = useDraftAtRest(store);
  const openId = position === null ? null : (policy.agent_handoff_rules[position]?.rule_id ?? null);
  const last = useRef({ ruleId: null as string | null, openId });
  useEffect(() => {
    const before = last.current;
    last.current = { ruleId, openId };
    if (ruleId === openId) return;
    if (ruleId !== null && ruleId !== before.ruleId) {
      const rules = store.getSnapshot().policy.agent_handoff_rules;
      const named = rules.findIndex(({ rule_id }) => rule_id === ruleId);
      if (named >= 0) store.dispatch({ type: "open-rule", position: named });
    } else if (openId !== null && openId !== before.openId) followRule(openId);
  }, [ruleId, openId, store, followRule]);
  return address;
}
