"use client";

import { PairedSizeChart } from "@baton/ui/charts/paired-size-chart";
import { formatCompact, formatCount } from "@baton/ui/format/number";
import { formatDay } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { COMPACTION_COLOUR } from "@/handoff/outcomes";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

/** Compactions that are shown, the largest of the latest. */
const MOST_SHOWN = 8;

type Compaction = RouterOutputs["overview"]["compactions"][number];

/** Contexts that were made smaller, before and after: beside the savings, in no sum of theirs. */
export function CompactionPanel({ workspace, view }: { workspace: string; view: SavingsView }) {
  const titleId = useId();
  const { range, tz } = view;
  const query = useQuery(
    useTRPC().overview.compactions.queryOptions(
      { workspace, range, tz },
      { placeholderData: (last) => last },
    ),
  );
  const compactions = query.data ?? [];
  const measured = compactions.filter(hasSizes);
  const pairs = measured.map((compaction) => ({
    key: compaction.eventId,
    label: `${formatDay(compaction.occurredAt, tz)} ${compaction.agent ?? ""}`,
    before: compaction.beforeTokens,
    after: compaction.afterTokens,
    href: compaction.sessionId === null ? undefined : addressOf(workspace, "sessions", compaction.sessionId),
  }));
  return (
    <Panel aria-labelledby={titleId}>
      <PanelHead
        title="Compactions"
        titleId={titleId}
        note={
          pairs.length > MOST_SHOWN
            ? `tokens, the ${MOST_SHOWN} largest of the latest ${pairs.length}`
            : "tokens before and after"
        }
      />
      {query.isError && !query.data ? (
        <PanelBody>
          <QueryError title="Compactions could not be loaded" query={query} />
        </PanelBody>
      ) : query.isPending ? (
        <TableSkeleton rows={4} />
      ) : (
        <PanelBody>
          {pairs.length > 0 ? (
            <PairedSizeChart
              label="Compactions, tokens before and after"
              pairs={pairs}
              limit={MOST_SHOWN}
              colour={COMPACTION_COLOUR}
              formatSize={formatCompact}
            />
          ) : (
            <EmptyState title="No compaction with both sizes in this time">
              An agent that makes its context smaller writes what it had before and after.
            </EmptyState>
          )}
        </PanelBody>
      )}
      {compactions.length > measured.length && (
        <PanelFoot>
          {formatCount(compactions.length - measured.length)} more did not record both sizes.
        </PanelFoot>
      )}
    </Panel>
  );
}

type Measured = Compaction & { beforeTokens: number; afterTokens: number };

function hasSizes(compaction: Compaction): compaction is Measured {
  return compaction.beforeTokens !== null && compaction.afterTokens !== null;
}
