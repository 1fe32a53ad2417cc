"use client";

import dynamic from "next/dynamic";
import { useRecorded } from "@/features/savings/overview/use-work";
import { addressOf, withQuery } from "@/frame/pages";
import { AgentUsagePanel } from "./agent-usage-panel";
import { FieldFlowsPanel } from "./field-flows-panel";
import { LatestSessionsPanel } from "./latest-sessions-panel";
import { LeaksPanel } from "./leaks-panel";
import { PairKindsPanel } from "./pair-kinds-panel";
import { RuleTrafficPanel } from "./rule-traffic-panel";
import { SubjectChart } from "./subject-chart";
import { PairTiles } from "./subject-tiles";
import type { TrafficProps } from "./traffic-view";

const SubjectFindings = dynamic(async () => (await import("./content-findings")).SubjectFindings, {
  ssr: false,
});

/** Shows what an agent received and from whom, what it gave, the rules that applied, and its usage. */
export function AgentPage({ workspace, view, agent }: TrafficProps & { agent: string }) {
  const { range, tz } = view;
  // Transcripts have neither fields nor rules.
  const hasContexts = useRecorded(workspace).data?.scoped ?? true;
  const shared = { workspace, view: { range, tz, agent } };
  return (
    <>
      <PairTiles {...shared} />
      <LeaksPanel {...shared} />
      <SubjectFindings {...shared} />
      <PairKindsPanel {...shared} title="Receives from" filter={({ toAgent }) => toAgent === agent} />
      <PairKindsPanel {...shared} title="Gives to" filter={({ fromAgent }) => fromAgent === agent} />
      {hasContexts && (
        <>
          <FieldFlowsPanel workspace={workspace} view={{ range, tz, to: agent }} title="Fields it receives" />
          <FieldFlowsPanel workspace={workspace} view={{ range, tz, from: agent }} title="Fields it gives" />
          <SubjectChart {...shared} />
          <RuleTrafficPanel {...shared} />
        </>
      )}
      <AgentUsagePanel workspace={workspace} agent={agent} period={{ range, tz }} />
      <LatestSessionsPanel
        {...shared}
        allHref={withQuery(addressOf(workspace, "sessions"), { range, agent })}
      />
    </>
  );
}
