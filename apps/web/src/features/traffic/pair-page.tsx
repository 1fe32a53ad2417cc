"use client";

import dynamic from "next/dynamic";
import { useRecorded } from "@/features/savings/overview/use-work";
import { addressOf, withQuery } from "@/frame/pages";
import { FieldFlowsPanel } from "./field-flows-panel";
import { LatestSessionsPanel } from "./latest-sessions-panel";
import { LeaksPanel } from "./leaks-panel";
import { PairKindsPanel } from "./pair-kinds-panel";
import { RuleTrafficPanel } from "./rule-traffic-panel";
import { SubjectChart } from "./subject-chart";
import { PairLinks } from "./subject-link";
import { PairTiles } from "./subject-tiles";
import type { TrafficProps } from "./traffic-view";

const SubjectFindings = dynamic(async () => (await import("./content-findings")).SubjectFindings, {
  ssr: false,
});

/** Shows the handoffs from one agent to another: kinds, fields, rules and sessions. */
export function PairPage({ workspace, view, from, to }: TrafficProps & { from: string; to: string }) {
  const { range, tz } = view;
  // Transcripts have neither fields nor rules.
  const hasContexts = useRecorded(workspace).data?.scoped ?? true;
  const shared = { workspace, view: { range, tz, from, to } };
  return (
    <>
      <p className="text-text-2">
        Agents: <PairLinks from={from} to={to} />
      </p>
      <PairTiles {...shared} />
      <LeaksPanel {...shared} />
      <SubjectFindings {...shared} />
      {hasContexts && <FieldFlowsPanel {...shared} title="Fields" />}
      <PairKindsPanel {...shared} title="Kinds of handoffs" />
      {hasContexts && (
        <>
          <RuleTrafficPanel {...shared} />
          <SubjectChart {...shared} />
        </>
      )}
      <LatestSessionsPanel
        {...shared}
        allHref={withQuery(addressOf(workspace, "sessions"), { range, from, to })}
      />
    </>
  );
}
