"use client";

import { formatCount, formatPercent } from "@baton/ui/format/number";
import { isolateName } from "@baton/ui/format/readable-name";
import { formatDateTime } from "@baton/ui/format/time";
import { MetricLine } from "@baton/ui/layout/key-values";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { useQuery } from "@tanstack/react-query";
import { LossPanel } from "@/features/sessions/compaction/loss-panel";
import { SidesPanel } from "@/features/sessions/compaction/sides-panel";
import { SurvivalPanel } from "@/features/sessions/compaction/survival-panel";
import { describeSummarizer } from "@/features/sessions/handoff/describe-summarizer";
import { SourcePanel } from "@/features/sessions/handoff/source-panel";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

/** Shows a compaction: its sizes, its summary, and the lost facts. */
export function CompactionDetail(address: { workspace: string; session: string; compaction: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(useTRPC().compactions.get.queryOptions(address));
  if (!query.data) {
    return query.isError ? (
      <QueryError title="Could not load the compaction" query={query} />
    ) : (
      <TableSkeleton rows={8} />
    );
  }
  const { compaction, loss, original, survival, nextPhase, line } = query.data;
  const { agent, trigger, occurredAt, summary, preserved } = compaction;
  return (
    <>
      <PageHead
        title={agent === null ? "Compaction" : `Compaction of ${isolateName(agent)}`}
        badges={trigger && <Badge>{trigger}</Badge>}
        subtitle={
          <>
            {formatDateTime(occurredAt, timeZone, { isExact: true })}
            {nextPhase !== null && `, workflow phase ${nextPhase}`}
          </>
        }
      />
      <MetricLine items={listSizes(query.data)} />
      <LossPanel loss={loss} hasSummary={summary !== null} />
      <SurvivalPanel survival={survival} preserved={preserved} />
      {original && summary !== null ? (
        <SidesPanel original={original} summary={summary} loss={loss} />
      ) : (
        <SummaryPanel summary={summary} />
      )}
      <SourcePanel record={compaction} line={line} />
    </>
  );
}

function SummaryPanel({ summary }: { summary: string | null }) {
  return (
    <Panel aria-label="Summary">
      <PanelHead
        title="Summary"
        note={
          summary === null
            ? undefined
            : `${formatCount(summary.length)} characters, replaces the original context`
        }
      />
      <PanelBody>
        {summary === null ? (
          <p className="text-text-2">Not available: content storage is off, or the event has no summary.</p>
        ) : (
          <pre className="whitespace-pre-wrap font-sans [overflow-wrap:anywhere]">{summary}</pre>
        )}
      </PanelBody>
    </Panel>
  );
}

function listSizes({ compaction, summarizerDollars }: RouterOutputs["compactions"]["get"]) {
  const { beforeTokens, afterTokens } = compaction;
  const summarizer =
    compaction.summarizerTokens === null
      ? []
      : [{ label: "Summarizer", value: describeSummarizer(compaction, summarizerDollars) }];
  const sizes = [
    { label: "Before", value: formatSize(beforeTokens) },
    { label: "After", value: formatSize(afterTokens) },
  ];
  if (!beforeTokens || afterTokens === null) return [...sizes, ...summarizer];
  return [
    ...sizes,
    { label: "Reduced by", value: formatPercent((beforeTokens - afterTokens) / beforeTokens) },
    ...summarizer,
  ];
}

function formatSize(tokens: number | null): string {
  return tokens === null ? "not recorded" : `${formatCount(tokens)} tokens`;
}
