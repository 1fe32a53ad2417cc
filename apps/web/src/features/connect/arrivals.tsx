"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTRPC } from "@/trpc/client";

/** Rows announce themselves; the interval only covers an announcement that was lost, in milliseconds. */
const REFETCH_INTERVAL = 3_000;

/** Shows live how many events arrived since the page was opened, by source. */
export function Arrivals({ workspace }: { workspace: string }) {
  const query = useQuery({
    ...useTRPC().ingest.sources.queryOptions({ workspace }),
    refetchInterval: REFETCH_INTERVAL,
  });
  const sources = query.data?.sources;
  const [before, setBefore] = useState<ReadonlyMap<number, number> | null>(null);
  if (before === null && sources) {
    setBefore(new Map(sources.map(({ sourceId, eventCount }) => [sourceId, eventCount])));
  }
  const arrived = (sources ?? []).flatMap(({ sourceId, kind, root, eventCount }) => {
    const count = eventCount - (before?.get(sourceId) ?? 0);
    return before !== null && count > 0
      ? [{ sourceId, count, name: kind === "http" ? `the key ${root.replace(/^http:/, "")}` : root }]
      : [];
  });
  return (
    <Panel aria-label="Events">
      <PanelHead title="Events" note="since you opened this page" />
      <PanelBody>
        {query.isError && !query.data ? (
          <QueryError title="Could not load the sources" query={query} />
        ) : (
          <div role="status">
            {arrived.length === 0 ? (
              <p className="flex items-center gap-2 text-text-2">
                <span aria-hidden className="size-2 flex-none animate-pulse rounded-full bg-accent" />
                Waiting for the first event…
              </p>
            ) : (
              <ul className="grid gap-1">
                {arrived.map(({ sourceId, count, name }) => (
                  <li key={sourceId} className="flex items-center gap-2">
                    <Check aria-hidden className="size-4 flex-none text-ok" />
                    <span className="min-w-0 [overflow-wrap:anywhere]">
                      Received {formatCountOf(count, "event")} from {name}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
        {arrived.length > 0 && (
          <p className="mt-2">
            <TextLink href={addressOf(workspace, "sessions")}>Open the sessions</TextLink>
          </p>
        )}
      </PanelBody>
    </Panel>
  );
}
