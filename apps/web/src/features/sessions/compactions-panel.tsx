"use client";

import { formatCount, formatPercent } from "@baton/ui/format/number";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { FromTo } from "@baton/ui/primitives/from-to";
import { TextLink } from "@baton/ui/primitives/text-link";
import { Time } from "@baton/ui/primitives/time";
import { formatSize } from "@/frame/not-recorded";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";

type Compaction = RouterOutputs["sessions"]["get"]["compactions"][number];

type CompactionsPanelProps = {
  compactions: Compaction[];
  address: { workspace: string; session: string };
};

/** Lists compactions: sizes, and the summary that replaced the conversation. */
export function CompactionsPanel({ compactions, address: { workspace, session } }: CompactionsPanelProps) {
  const timeZone = useTimeZone();
  if (compactions.length === 0) return null;
  return (
    <Panel aria-label="Compactions">
      <PanelHead title="Compactions" note="tokens before and after" />
      <PanelBody className="flex flex-col gap-3">
        {compactions.map((compaction) => (
          <article key={compaction.eventId} className="flex flex-col gap-1.5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Time at={compaction.occurredAt.getTime()} timeZone={timeZone} className="text-text-3" />
              <TextLink
                href={addressOf(workspace, "sessions", session, "compactions", compaction.eventId)}
                className="font-medium"
              >
                {compaction.agent ?? "unnamed agent"}
              </TextLink>
              {compaction.trigger && <Badge>{compaction.trigger}</Badge>}
              <span className="ml-auto">
                <FromTo from={formatSize(compaction.beforeTokens)} to={formatSize(compaction.afterTokens)} />{" "}
                {shareGone(compaction)}
              </span>
            </p>
            {compaction.preserved.length > 0 && (
              <p className="text-text-2">
                Kept: {compaction.preserved.join(", ")}
                {compaction.preservedCount > compaction.preserved.length &&
                  ` and ${formatCount(compaction.preservedCount - compaction.preserved.length)} more`}
              </p>
            )}
            {compaction.summary === null && compaction.summaryLength > 0 && (
              <p className="text-text-2">
                Open the compaction to read the summary ({formatCount(compaction.summaryLength)} characters).
              </p>
            )}
            {compaction.summary && (
              <details>
                <summary className="cursor-pointer text-accent">
                  Summary, {formatCount(compaction.summary.length)} characters
                </summary>
                <pre className="mt-2 whitespace-pre-wrap rounded-md border border-line bg-surface-2 p-3 text-sm [overflow-wrap:anywhere]">
                  {compaction.summary}
                </pre>
              </details>
            )}
          </article>
        ))}
      </PanelBody>
    </Panel>
  );
}

function shareGone({ beforeTokens, afterTokens }: Compaction): string {
  if (!beforeTokens || afterTokens === null) return "";
  return `(−${formatPercent((beforeTokens - afterTokens) / beforeTokens)})`;
}
