"use client";

import type { Column } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { Badge } from "@baton/ui/primitives/badge";
import { TextLink } from "@baton/ui/primitives/text-link";
import { DateTime } from "@baton/ui/primitives/time";
import { useQuery } from "@tanstack/react-query";
import { DETECTOR_WORDS } from "@/features/policies/content/content-rules";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { PeriodInput } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { ListPanel, type WholeListQuery } from "./list-panel";
import { PairLinks } from "./subject-link";
import type { TrafficProps } from "./traffic-view";

type Finding = RouterOutputs["traffic"]["contentFindings"]["first"][number];
type Sum = RouterOutputs["overview"]["contentFindings"]["first"][number];
type Rule = Pick<Finding, "ruleId" | "detector" | "action" | "source">;

/** Lists what content rules found in the texts of an agent or a pair. Hidden without findings. */
export function SubjectFindings({ workspace, view }: TrafficProps) {
  const query = useQuery(
    useTRPC().traffic.contentFindings.queryOptions(
      { workspace, ...view },
      { placeholderData: (last) => last },
    ),
  );
  return <FindingsList workspace={workspace} query={query} columns={[RULE, ...COLUMNS, BETWEEN]} isLinked />;
}

/** Lists what content rules found in the texts of a session. Hidden without findings. */
export function SessionFindings(address: { workspace: string; session: string }) {
  const query = useQuery(useTRPC().sessions.contentFindings.queryOptions(address));
  return (
    <FindingsList
      workspace={address.workspace}
      query={query}
      columns={[RULE, ...COLUMNS, BETWEEN, PATH]}
      isLinked
    />
  );
}

/** Lists what content rules found in one handoff. Hidden without findings. */
export function HandoffFindings(address: { workspace: string; session: string; event: string }) {
  const query = useQuery(useTRPC().sessions.contentFindings.queryOptions(address));
  return (
    <FindingsList
      workspace={address.workspace}
      query={query}
      columns={[RULE, ...COLUMNS, PATH]}
      isLinked={false}
    />
  );
}

/** Sums what content rules found in a period, by rule and pair. Hidden without findings. */
export function FindingsSummary({ workspace, period }: { workspace: string; period: PeriodInput }) {
  const timeZone = useTimeZone();
  const query = useQuery(
    useTRPC().overview.contentFindings.queryOptions(
      { workspace, range: period.range, tz: period.tz },
      { placeholderData: (last) => last },
    ),
  );
  if (!query.data || query.data.count === 0) return null;
  const latest: Column<Sum> = {
    id: "latest",
    header: "Latest",
    isNumeric: true,
    isSecondary: true,
    cell: ({ lastAt }) => <DateTime at={lastAt} timeZone={timeZone} />,
    sortBy: ({ lastAt }) => lastAt.getTime(),
  };
  return (
    <ListPanel
      title="Content findings"
      noun="rule and pair"
      note={<>texts that content rules match, most first</>}
      actions={<TextLink href={addressOf(workspace, "policies", "content")}>Content rules</TextLink>}
      query={query}
      columns={[RULE, ...COLUMNS, BETWEEN, HANDOFFS, latest]}
      keyOf={(row) =>
        JSON.stringify([row.ruleId, row.detector, row.action, row.source, row.fromAgent, row.toAgent])
      }
      empty={null}
    />
  );
}

type FindingsListProps = {
  workspace: string;
  query: WholeListQuery<Finding>;
  columns: readonly Column<Finding>[];
  /** True if each row links to its handoff, session or manifest. */
  isLinked: boolean;
};

function FindingsList({ workspace, query, columns, isLinked }: FindingsListProps) {
  const timeZone = useTimeZone();
  if (!query.data || query.data.count === 0) return null;
  const time: Column<Finding> = {
    id: "time",
    header: "Time",
    isNumeric: true,
    cell: (finding) => {
      const at = <DateTime at={finding.occurredAt} timeZone={timeZone} />;
      const place = placeOf(finding);
      return place === null ? at : <TextLink href={addressOf(workspace, ...place)}>{at}</TextLink>;
    },
    sortBy: ({ occurredAt }) => occurredAt.getTime(),
  };
  return (
    <ListPanel
      title="Content findings"
      noun="finding"
      note="newest first"
      actions={<TextLink href={addressOf(workspace, "policies", "content")}>Content rules</TextLink>}
      query={query}
      columns={isLinked ? [...columns, time] : columns}
      keyOf={({ sourceFileId, generation, sequence, ordinal, number }) =>
        [sourceFileId, generation, sequence, ordinal, number].join(":")
      }
      empty={null}
    />
  );
}

/** Returns the page of a finding's text; null for a progress file, which has none. */
function placeOf({ sessionId, eventId, document }: Finding): string[] | null {
  if (sessionId !== null) return ["sessions", sessionId, ...(eventId === null ? [] : ["handoffs", eventId])];
  return document?.kind === "manifest" ? ["manifests", document.documentId] : null;
}

const RULE: Column<Rule> = {
  id: "rule",
  header: "Rule",
  cell: ({ ruleId, action, source }) => (
    <span className="flex flex-wrap items-center gap-1.5">
      <code className="wrap-anywhere">{ruleId}</code>
      <Badge tone={action === "block" ? "danger" : action === "redact" ? "warn" : "muted"}>{action}</Badge>
      <Badge tone="muted">{source}</Badge>
    </span>
  ),
  sortBy: ({ ruleId }) => ruleId,
};

const COLUMNS: readonly Column<Rule & { matchCount: number }>[] = [
  { id: "finds", header: "Found", isSecondary: true, cell: ({ detector }) => DETECTOR_WORDS[detector] },
  {
    id: "matches",
    header: "Matches",
    isNumeric: true,
    cell: ({ matchCount }) => formatCount(matchCount),
    sortBy: ({ matchCount }) => matchCount,
  },
];

const BETWEEN: Column<Pick<Finding, "fromAgent" | "toAgent">> = {
  id: "pair",
  header: "Between",
  isSecondary: true,
  cell: ({ fromAgent, toAgent }) =>
    fromAgent === null || toAgent === null ? "no handoff" : <PairLinks from={fromAgent} to={toAgent} />,
};

const HANDOFFS: Column<Sum> = {
  id: "handoffs",
  header: "Handoffs",
  isNumeric: true,
  cell: ({ handoffCount }) => formatCount(handoffCount),
  sortBy: ({ handoffCount }) => handoffCount,
};

const PATH: Column<Finding> = {
  id: "path",
  header: "Path",
  isSecondary: true,
  cell: ({ path }) => <code className="wrap-anywhere">{path === "" ? "the text" : path}</code>,
};
