"use client";

import { formatCountOf } from "@baton/ui/format/number";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Check, Search } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useRef, useState } from "react";
import {
  type QuarantineParams,
  quarantineParams,
  toQuarantineInput,
} from "@/app/w/[workspace]/ingest/search-params";
import { LIST_PAGES, ListTable } from "@/frame/list-table";
import { useTimeZone } from "@/frame/time-zone";
import { usePermission } from "@/frame/use-permission";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { quarantineColumns } from "./quarantine-columns";
import { QuarantineFilters } from "./quarantine-filters";
import { nameReason } from "./quarantine-reasons";
import { type QuarantinedLine, QuarantinedLinePanel } from "./quarantined-line-panel";
import { ReplayDialog } from "./replay-dialog";
import { ReplayProgress } from "./replay-progress";
import { useReplay, useReplays } from "./use-replay";

type Facets = RouterOutputs["ingest"]["quarantineFacets"];

const LINES_HEIGHT = 640;
const NO_FACETS: Facets = { codes: [], sources: [], replayedCount: 0 };

/** Lists the lines that are not events, with reasons; shows one in full; and offers the replay. */
export function QuarantinePanel({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const trpc = useTRPC();
  const [params, setParams] = useQueryStates(quarantineParams);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const detail = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery(
    trpc.ingest.quarantine.infiniteQueryOptions(toQuarantineInput(workspace, params), LIST_PAGES),
  );
  const { data: facets = NO_FACETS } = useQuery(trpc.ingest.quarantineFacets.queryOptions({ workspace }));
  const replays = useReplays(workspace);
  const mayReplay = usePermission(workspace, "ingest.replay");
  const { replay, isPending } = useReplay(workspace);
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  const chosen = lines.find((line) => keyOf(line) === chosenKey) ?? lines[0];
  const openCount = facets.codes.reduce((sum, { count }) => sum + count, 0);
  const isReplayed = params.lines === "replayed";
  const isFiltered = params.reason !== null || params.source !== null;
  const selectedCount = countSelected(facets, params, openCount);
  const [newest] = replays.data ?? [];
  return (
    <div
      id="quarantine"
      className="grid scroll-mt-16 items-start gap-4 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]"
    >
      <Panel aria-label="Quarantine">
        <PanelHead
          title="Quarantine"
          note={
            openCount === 0 ? "empty" : `${formatCountOf(openCount, "invalid line")}; all others imported`
          }
          actions={
            mayReplay && !isReplayed && (selectedCount ?? openCount) > 0 ? (
              <ReplayDialog
                lineCount={selectedCount ?? openCount}
                isUpTo={selectedCount === null}
                filteredBy={isFiltered ? describeFilter(facets, params) : null}
                isPending={isPending}
                onConfirm={() => replay({ code: params.reason, sourceId: params.source })}
              />
            ) : undefined
          }
        />
        {(openCount > 0 || facets.replayedCount > 0 || isFiltered) && (
          <PanelBody className="flex flex-wrap items-center gap-2 pb-3">
            <QuarantineFilters facets={facets} params={params} onChange={setParams} />
          </PanelBody>
        )}
        {newest && (
          <div className="px-4 pb-3 empty:hidden">
            <ReplayProgress replay={newest} now={replays.dataUpdatedAt} />
          </div>
        )}
        <ListTable
          caption={isReplayed ? "Replayed lines (newest first)" : "Quarantined lines (newest first)"}
          columns={quarantineColumns(timeZone)}
          query={query}
          rows={lines}
          keyOf={keyOf}
          maxHeight={LINES_HEIGHT}
          onSelect={(line) => {
            setChosenKey(keyOf(line));
            // On a small screen the detail is below the list and may be out of view.
            detail.current?.scrollIntoView({ block: "nearest" });
          }}
          selectedKey={chosen && keyOf(chosen)}
          errorTitle="Could not load the quarantine"
          empty={
            isFiltered ? (
              <EmptyState
                icon={<Search aria-hidden />}
                title="No lines match these filters"
                actions={
                  <Button size="sm" onClick={() => setParams({ reason: null, source: null })}>
                    Clear filters
                  </Button>
                }
              >
                {describeFilter(facets, params)}: no {isReplayed ? "replayed" : "quarantined"} lines.
              </EmptyState>
            ) : isReplayed ? (
              <EmptyState icon={<Search aria-hidden />} title="No lines replayed yet">
                Replayed lines and who replayed them appear here.
              </EmptyState>
            ) : (
              <EmptyState icon={<Check aria-hidden />} title="No lines in quarantine">
                Baton imported every line.
              </EmptyState>
            )
          }
        />
      </Panel>
      <div ref={detail} className="min-w-0 scroll-mt-16">
        {chosen && (
          <QuarantinedLinePanel
            workspace={workspace}
            line={chosen}
            timeZone={timeZone}
            onReplay={mayReplay ? (line) => replay({ line }) : null}
            isPending={isPending}
          />
        )}
      </div>
    </div>
  );
}

/**
 * Returns the number of quarantined lines of a reason or a source; null if both
 * filters are set, since that number needs a query.
 */
function countSelected(
  facets: Facets,
  { reason, source }: QuarantineParams,
  openCount: number,
): number | null {
  if (reason !== null && source !== null) return null;
  if (reason !== null) return facets.codes.find(({ code }) => code === reason)?.count ?? 0;
  if (source !== null) return facets.sources.find(({ sourceId }) => sourceId === source)?.count ?? 0;
  return openCount;
}

function describeFilter(facets: Facets, { reason, source }: QuarantineParams): string {
  const root = facets.sources.find(({ sourceId }) => sourceId === source)?.root;
  return [reason && nameReason(reason), source !== null && (root ?? "deleted source")]
    .filter(Boolean)
    .join(", ");
}

function keyOf({ sourceFileId, generation, sequence }: QuarantinedLine): string {
  return `${sourceFileId} ${generation} ${sequence}`;
}
