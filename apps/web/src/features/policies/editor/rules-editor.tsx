"use client";

import type { HandoffRule } from "@baton/core/policy";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelBody } from "@baton/ui/layout/panel";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { describeTraffic } from "../describe-traffic";
import { ImpactPanel } from "../impact/impact-panel";
import { orderRules } from "../rule-order";
import { listRuleRows } from "../rule-rows";
import { RulesPanel } from "../rules-panel";
import { WhichRulePanel } from "../which-rule-panel";
import { OpenRule } from "./open-rule";
import { PolicySettings } from "./policy-settings";
import { useFindings } from "./use-findings";
import { useObserved } from "./use-observed";
import { type PolicyEditor, useDraft } from "./use-policy-editor";
import { draftName, liveName } from "./version-name";

export type RulesEditorProps = {
  editor: PolicyEditor;
  /** Period of traffic and replay, as in the URL. */
  range: string;
  /** The rule that was opened before the editor was loaded; null if none. */
  openedBefore: HandoffRule | null;
};

/** Shows the draft's rules: the table, the open rule, the impact of the draft, and which rule applies. */
export function RulesEditor({ editor, range, openedBefore }: RulesEditorProps) {
  const { workspace, store, live } = editor;
  const trpc = useTRPC();
  const tz = useTimeZone();
  const snapshot = useDraft(store);
  const { draft, policy } = snapshot;
  const traffic = useQuery(
    trpc.policies.traffic.queryOptions({ workspace, range, tz }, { placeholderData: (last) => last }),
  );
  const seen = useObserved(workspace);
  const agents = seen.agents ?? [];
  const findings = useFindings(snapshot, seen);
  const rows = useMemo(
    () => listRuleRows(orderRules(policy), traffic.data?.rules ?? []),
    [policy, traffic.data],
  );
  const open = rows.find(({ position }) => position !== null && position === draft.openRule);
  const shown =
    open ??
    rows.find(({ rule }) => rule !== null && openedBefore !== null && isSameRule(rule, openedBefore)) ??
    rows.find(({ rule }) => rule !== null);
  const period = describeTraffic(traffic.data);
  const isChanged = live?.policy !== policy && JSON.stringify(live?.policy) !== JSON.stringify(policy);
  return (
    <>
      {traffic.isError && !traffic.data && (
        <QueryError title="The rules' traffic could not be loaded" query={traffic} />
      )}
      <RulesPanel
        policy={policy}
        rows={rows}
        period={period}
        selectedKey={shown?.key ?? null}
        onSelect={({ position }) => position !== null && store.dispatch({ type: "open-rule", position })}
        editing={{
          live: live?.policy ?? null,
          findingCounts: new Map([...findings.ofRule].map(([place, list]) => [place, list.length])),
          onMove: (position, to) => store.dispatch({ type: "move-rule", position, to }),
        }}
      />
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1.28fr)_minmax(0,1fr)]">
        {shown?.rule && shown.position !== null ? (
          <OpenRule
            key={shown.position}
            editor={editor}
            position={shown.position}
            agents={agents}
            findings={findings.ofRule.get(shown.position) ?? []}
          />
        ) : (
          <Panel aria-label="Rule">
            <PanelBody className="pt-4">
              <EmptyState title="No rule yet">
                Every handoff is {policy.default_handoff_mode}, the default. Add a rule for two agents, above.
              </EmptyState>
            </PanelBody>
          </Panel>
        )}
        <div className="flex min-w-0 flex-col gap-4">
          {live?.policy && (
            <ImpactPanel
              workspace={workspace}
              range={range}
              period={period}
              live={live.policy}
              draft={policy}
              isChanged={isChanged}
              liveName={liveName(live)}
              draftName={`Draft ${draftName(live)}`}
            />
          )}
          <WhichRulePanel policy={policy} agents={agents} />
          <PolicySettings
            policy={policy}
            live={live?.policy ?? null}
            findings={findings.ofPolicy}
            seen={seen.fields}
            dispatch={store.dispatch}
          />
        </div>
      </div>
    </>
  );
}

/** Returns true if two versions of a policy mean the same rule. */
function isSameRule(one: HandoffRule, other: HandoffRule): boolean {
  return (
    one.rule_id === other.rule_id &&
    one.from_agent_id === other.from_agent_id &&
    one.to_agent_id === other.to_agent_id
  );
}
