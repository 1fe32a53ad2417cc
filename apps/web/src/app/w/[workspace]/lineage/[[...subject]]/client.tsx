"use client";

import { PageHead } from "@baton/ui/layout/page-head";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Name } from "@baton/ui/primitives/name";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { AgentPage } from "@/features/traffic/agent-page";
import { AgentsPanel } from "@/features/traffic/agents-panel";
import { FieldNamesPanel } from "@/features/traffic/field-names-panel";
import { FieldPage } from "@/features/traffic/field-page";
import { PairKindsPanel } from "@/features/traffic/pair-kinds-panel";
import { PairPage } from "@/features/traffic/pair-page";
import { RulePage } from "@/features/traffic/rule-page";
import { RuleTrafficPanel } from "@/features/traffic/rule-traffic-panel";
import { SUBJECTS, type Subject, type SubjectKind } from "@/features/traffic/subject";
import { SubjectNav } from "@/features/traffic/subject-nav";
import { WorkflowView } from "@/features/traffic/workflow-view";
import { WorkflowsPanel } from "@/features/traffic/workflows-panel";
import { PeriodPicker } from "@/frame/period-picker";
import { SearchBox } from "@/frame/search-box";
import { useTimeZone } from "@/frame/time-zone";
import { UnlessEmpty } from "@/frame/unless-empty";
import { lineageParams } from "@/search/lineage-params";

const SUBTITLES = {
  fields: "Fields of contexts by name: how often each passed between agents.",
  agents: "Handoffs that each agent received and gave.",
  pairs: "Handoffs by sender, receiver and kind.",
  rules: "The rules that applied, and what they saved.",
  workflows: "Planned and executed agents of each workflow.",
} as const;

const SEARCHED: Partial<Record<SubjectKind, string>> = {
  fields: "Field or path",
  agents: "Agent",
  workflows: "ID or project",
};

/** The lists of fields, agents, pairs, rules and workflows, and the page of each one. */
export function Lineage({ workspace, subject }: { workspace: string; subject: Subject }) {
  const [params, setParams] = useQueryStates(lineageParams, { history: "push" });
  const { kind, names } = subject;
  const placeholder = names === null ? SEARCHED[kind] : undefined;
  return (
    <>
      <SubjectNav workspace={workspace} current={kind} />
      <PageHead
        title={titleOf(subject)}
        subtitle={names ? SUBJECTS[kind].one : SUBTITLES[kind]}
        actions={
          <>
            {placeholder !== undefined && (
              <SearchBox
                label={`Search ${SUBJECTS[kind].many.toLowerCase()}`}
                placeholder={placeholder}
                search={params.search}
                onChange={setParams}
              />
            )}
            {kind !== "workflows" && (
              <PeriodPicker range={params.range} onRangeChange={(range) => setParams({ range })} />
            )}
          </>
        }
      />
      <UnlessEmpty workspace={workspace}>
        <Body workspace={workspace} subject={subject} />
      </UnlessEmpty>
    </>
  );
}

function titleOf({ kind, names }: Subject): ReactNode {
  if (names === null) return SUBJECTS[kind].many;
  const [first, second] = names;
  if (second !== undefined) return <FromTo from={first} to={second} className="whitespace-normal" />;
  return (
    <Name isCode={kind !== "agents"} isWhole>
      {first}
    </Name>
  );
}

function Body({ workspace, subject: { kind, names } }: { workspace: string; subject: Subject }) {
  const [{ range, search }] = useQueryStates(lineageParams);
  const view = { range, tz: useTimeZone() };
  const shared = { workspace, view };
  const [name] = names ?? [];
  switch (kind) {
    case "fields":
      return name === undefined ? (
        <FieldNamesPanel workspace={workspace} period={view} search={search} />
      ) : (
        <FieldPage {...shared} field={name} />
      );
    case "agents":
      return name === undefined ? (
        <AgentsPanel {...shared} search={search} />
      ) : (
        <AgentPage {...shared} agent={name} />
      );
    case "pairs":
      return names === null ? (
        <PairKindsPanel {...shared} title="Pairs" />
      ) : (
        <PairPage {...shared} from={names[0]} to={names[1]} />
      );
    case "rules":
      return name === undefined ? <RuleTrafficPanel {...shared} /> : <RulePage {...shared} rule={name} />;
    case "workflows":
      return name === undefined ? (
        <WorkflowsPanel workspace={workspace} search={search} />
      ) : (
        <WorkflowView workspace={workspace} workflow={name} />
      );
  }
}
