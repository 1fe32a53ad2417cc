"use client";

import { formatCount } from "@baton/ui/format/number";
import { formatDay } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { useQuery } from "@tanstack/react-query";
import { COMPACTION_COLOUR } from "@/features/sessions/handoff/outcomes";
import { addressOf } from "@/frame/pages";
import type { SavingsView } from "@/server/inputs";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { MOST_PAIRS, PairsPanel } from "./pairs-panel";

type Compaction = RouterOutputs["overview"]["compactions"][number];

/** Shows compactions before and after, which savings totals exclude. */
export function CompactionPanel({ workspace, view }: { workspace: string; view: SavingsView }) {
  const { range, tz } = view;
  const query = useQuery(
    useTRPC().overview.compactions.queryOptions(
      { workspace, range, tz },
      { placeholderData: (last) => last },
    ),
  );
  const compactions = query.data ?? [];
  const pairs = compactions.filter(hasSizes).map((compaction) => ({
    key: compaction.eventId,
    label: `${formatDay(compaction.occurredAt, tz)} ${compaction.agent ?? ""}`,
    before: compaction.beforeTokens,
    after: compaction.afterTokens,
    href:
      compaction.sessionId === null
        ? undefined
        : addressOf(workspace, "sessions", compaction.sessionId, "compactions", compaction.eventId),
  }));
  const unmeasured = compactions.length - pairs.length;
  return (
    <PairsPanel
      title="Compactions"
      note={
        pairs.length > MOST_PAIRS
          ? `tokens, the ${MOST_PAIRS} largest of the latest ${pairs.length}`
          : "tokens before and after"
      }
      query={query}
      pairs={pairs}
      colour={COMPACTION_COLOUR}
      empty={
        <EmptyState title="No compactions with both sizes in this period">
          An agent records the size of its context before and after each compaction.
        </EmptyState>
      }
      foot={unmeasured > 0 && `${formatCount(unmeasured)} more without both sizes.`}
    />
  );
}

type Measured = Compaction & { beforeTokens: number; afterTokens: number };

function hasSizes(compaction: Compaction): compaction is Measured {
  return compaction.beforeTokens !== null && compaction.afterTokens !== null;
}
