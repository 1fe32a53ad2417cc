"use client";

import type { Finding, Policy } from "@baton/core";
import { formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { useTimeZone } from "@/frame/time-zone";
import { DEFAULT_RANGE, parseAsRange } from "@/search/range";
import { useTRPC } from "@/trpc/client";
import { describeTraffic } from "../describe-traffic";
import { PolicyDiffView } from "../diff/policy-diff-view";
import { useFindings } from "../editor/use-findings";
import { useObserved } from "../editor/use-observed";
import { type PolicyEditor, useDraftAtRest } from "../editor/use-policy-editor";
import { draftName, liveName } from "../editor/version-name";
import { GroupedFindings } from "../findings/grouped-findings";
import { ImpactPanel } from "../impact/impact-panel";
import { placeOfFinding } from "../rule/finding-fixes";
import { RuleFindings } from "../rule/rule-findings";
import { TestResultsTable } from "../tests/test-results-table";
import { useTestResults } from "../tests/use-test-results";
import { useTrafficPairs } from "../use-traffic-pairs";

export type DraftEvidenceProps = {
  editor: PolicyEditor;
  /** Drawn below each changed rule. */
  noteOfRule?: (ruleId: string) => ReactNode;
};

const NO_FINDINGS: readonly Finding[] = [];

/** Shows what a reviewer and a publisher decide on: the draft's changes, impact, tests and findings. */
export function DraftEvidence({ editor, noteOfRule }: DraftEvidenceProps) {
  const { workspace, store, live } = editor;
  const snapshot = useDraftAtRest(store);
  const { policy } = snapshot;
  const trpc = useTRPC();
  const tz = useTimeZone();
  const [range] = useQueryState("range", parseAsRange.withDefault(DEFAULT_RANGE));
  const { data: traffic } = useQuery(trpc.policies.traffic.queryOptions({ workspace, range, tz }));
  const pairs = useTrafficPairs(workspace, range);
  const observed = useObserved(workspace);
  const findings = useFindings(snapshot, observed);
  const ofLive = useFindings(
    live?.policy ? { policy: live.policy, policyFindings: NO_FINDINGS } : snapshot,
    observed,
  );
  const { results, failedCount } = useTestResults(policy);
  const tests = policy.policy_tests;
  return (
    <>
      <Panel aria-label="Changes">
        <PanelHead
          title="Effect of this change"
          note={`from ${liveName(live)} to ${draftName(live)}`}
          hasLine
        />
        <PanelBody className="pt-3.5">
          {live?.policy ? (
            <PolicyDiffView
              before={live.policy}
              after={policy}
              pairs={pairs}
              {...(noteOfRule && { noteOfRule })}
            />
          ) : (
            <EmptyState title="No live policy yet">
              Without a policy, only the input IDs pass. The draft is the first policy.
            </EmptyState>
          )}
        </PanelBody>
      </Panel>
      {(live?.policy || !live) && (
        <ImpactPanel
          workspace={workspace}
          range={range}
          period={describeTraffic(traffic)}
          live={live?.policy ?? null}
          draft={policy}
        />
      )}
      <Panel aria-label="Tests">
        <PanelHead
          title="Tests"
          note={failedCount > 0 ? `${failedCount} of ${tests.length} fail` : `${tests.length}`}
        />
        <TestResultsTable tests={tests} results={results} />
      </Panel>
      <FindingsPanel
        policy={policy}
        findings={findings.all}
        known={live?.policy ? ofLive.all : NO_FINDINGS}
      />
    </>
  );
}

/** Maximum new findings to list one by one; more are grouped by kind. */
const FEW_FINDINGS = 10;

type FindingsPanelProps = { policy: Policy; findings: readonly Finding[]; known: readonly Finding[] };

/** Shows the findings that the live policy does not have; the others on demand. */
function FindingsPanel({ policy, findings, known }: FindingsPanelProps) {
  const placeOf = (finding: Finding) => {
    const position = placeOfFinding(finding)?.position;
    const rule = position === undefined ? undefined : policy.agent_handoff_rules[position];
    return <code>{rule?.rule_id ?? finding.path}</code>;
  };
  const isKnown = ({ code, message }: Finding) =>
    known.some((other) => other.code === code && other.message === message);
  const fresh = findings.filter((finding) => !isKnown(finding));
  const old = findings.filter(isKnown);
  return (
    <Panel aria-label="Findings of the draft">
      <PanelHead title="Findings" note={`${fresh.length} new`} />
      <PanelBody className="flex flex-col gap-2">
        {fresh.length === 0 && <p className="text-text-2">No new findings.</p>}
        {fresh.length <= FEW_FINDINGS ? (
          <RuleFindings findings={fresh} isStatic />
        ) : (
          <GroupedFindings findings={fresh} placeOf={placeOf} />
        )}
        {old.length > 0 && (
          <details>
            <summary className="w-fit cursor-pointer text-accent">
              {formatCountOf(old.length, "finding")} of the live policy, too
            </summary>
            <div className="mt-2">
              <GroupedFindings findings={old} placeOf={placeOf} />
            </div>
          </details>
        )}
      </PanelBody>
    </Panel>
  );
}
