"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { SegmentedControl } from "@baton/ui/primitives/segmented-control";
import { Select } from "@baton/ui/primitives/select";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Check, Search } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useRef, useState } from "react";
import {
  type QuarantineParams,
  quarantineParams,
  toQuarantineInput,
} from "@/app/w/[workspace]/ingest/search-params";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { usePermission } from "@/frame/use-permission";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { nameReason, toSentence } from "./quarantine-reasons";
import { type QuarantinedLine, QuarantinedLinePanel } from "./quarantined-line-panel";
import { ReplayDialog } from "./replay-dialog";
import { ReplayProgress } from "./replay-progress";
import { useReplay, useReplays } from "./use-replay";

type Facets = RouterOutputs["ingest"]["quarantineFacets"];

const LINES_HEIGHT = 640;
const NO_FACETS: Facets = { codes: [], sources: [], replayedCount: 0 };

/** The lines that are no event, and why; one of them in full; and the means to take them in. */
export function QuarantinePanel({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const trpc = useTRPC();
  const [params, setParams] = useQueryStates(quarantineParams);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const detail = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery(
    trpc.ingest.quarantine.infiniteQueryOptions(toQuarantineInput(workspace, params), {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: (previous) => previous,
    }),
  );
  const { data: facets = NO_FACETS } = useQuery(trpc.ingest.quarantineFacets.queryOptions({ workspace }));
  const replays = useReplays(workspace);
  const mayReplay = usePermission(workspace, "ingest.replay");
  const { replay, isPending } = useReplay(workspace);
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  const chosen = lines.find((line) => keyOf(line) === chosenKey) ?? lines[0];
  const openCount = facets.codes.reduce((sum, { count }) => sum + count, 0);
  const isReplayed = params.lines === "replayed";
  const isNarrowed = params.reason !== null || params.source !== null;
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
          note={openCount === 0 ? "empty" : `${formatCountOf(openCount, "line")}; nothing else was held up`}
          actions={
            mayReplay && !isReplayed && (selectedCount ?? openCount) > 0 ? (
              <ReplayDialog
                lineCount={selectedCount ?? openCount}
                isUpTo={selectedCount === null}
                narrowedTo={isNarrowed ? describeNarrowing(facets, params) : null}
                isPending={isPending}
                onConfirm={() => replay({ code: params.reason, sourceId: params.source })}
              />
            ) : undefined
          }
        />
        {(openCount > 0 || facets.replayedCount > 0 || isNarrowed) && (
          <PanelBody className="flex flex-wrap items-center gap-2 pb-3">
            <QuarantineFilters facets={facets} params={params} onChange={setParams} />
          </PanelBody>
        )}
        {newest && (
          <div className="px-4 pb-3 empty:hidden">
            <ReplayProgress replay={newest} now={replays.dataUpdatedAt} />
          </div>
        )}
        <DataTable
          caption={
            isReplayed ? "Lines that were replayed, the newest first" : "Quarantined lines, the newest first"
          }
          columns={listColumns(timeZone)}
          rows={lines}
          keyOf={keyOf}
          maxHeight={LINES_HEIGHT}
          onSelect={(line) => {
            setChosenKey(keyOf(line));
            // Beside the list it is in sight already; below it, on a small screen, it is not.
            detail.current?.scrollIntoView({ block: "nearest" });
          }}
          selectedKey={chosen && keyOf(chosen)}
          isLoading={query.isPending}
          error={
            query.isError && !query.data ? (
              <QueryError title="The quarantine could not be loaded" query={query} />
            ) : undefined
          }
          empty={
            isNarrowed ? (
              <EmptyState
                icon={<Search aria-hidden />}
                title="No line matches"
                actions={
                  <Button size="sm" onClick={() => setParams({ reason: null, source: null })}>
                    Clear filters
                  </Button>
                }
              >
                {describeNarrowing(facets, params)}: none is {isReplayed ? "replayed" : "in quarantine"}.
              </EmptyState>
            ) : isReplayed ? (
              <EmptyState icon={<Search aria-hidden />} title="No line was replayed yet">
                A line that is taken in after all stands here, with who asked for it.
              </EmptyState>
            ) : (
              <EmptyState icon={<Check aria-hidden />} title="No line is in quarantine">
                Every line that was read is an event, or blank.
              </EmptyState>
            )
          }
          onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
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

/** How many lines in quarantine a reason or a source has; null where both narrow it, which is counted when it is asked for. */
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

function describeNarrowing(facets: Facets, { reason, source }: QuarantineParams): string {
  const root = facets.sources.find(({ sourceId }) => sourceId === source)?.root;
  return [reason && nameReason(reason), source !== null && `of ${root ?? "that source"}`]
    .filter(Boolean)
    .join(", ");
}

const ANY = "*";

function QuarantineFilters({
  facets: { codes, sources, replayedCount },
  params,
  onChange,
}: {
  facets: Facets;
  params: QuarantineParams;
  onChange: (params: Partial<QuarantineParams>) => void;
}) {
  return (
    <>
      <SegmentedControl
        label="Which lines"
        options={[
          { value: "quarantined", label: "In quarantine" },
          { value: "replayed", label: `Replayed (${formatCount(replayedCount)})` },
        ]}
        value={params.lines ?? "quarantined"}
        onValueChange={(value) => onChange({ lines: value === "replayed" ? value : null })}
      />
      <Select
        aria-label="Reason"
        className="w-44 max-sm:w-full"
        options={[
          { value: ANY, label: "Any reason" },
          ...withChosen(
            codes.map(({ code, count }) => ({
              value: code,
              label: `${nameReason(code)} (${formatCount(count)})`,
            })),
            params.reason,
            nameReason,
          ),
        ]}
        value={params.reason ?? ANY}
        onValueChange={(value) => onChange({ reason: value === ANY ? null : value })}
      />
      {(sources.length > 1 || params.source !== null) && (
        <Select
          aria-label="Source"
          className="w-52 max-sm:w-full"
          options={[
            { value: ANY, label: "Any source" },
            ...withChosen(
              sources.map(({ sourceId, root, count }) => ({
                value: String(sourceId),
                label: `${root} (${formatCount(count)})`,
              })),
              params.source === null ? null : String(params.source),
              (sourceId) => `Source ${sourceId}`,
            ),
          ]}
          value={params.source === null ? ANY : String(params.source)}
          onValueChange={(value) => onChange({ source: value === ANY ? null : Number(value) })}
        />
      )}
    </>
  );
}

/** A choice that has no lines any more stays to be seen. */
function withChosen(
  options: { value: string; label: string }[],
  chosen: string | null,
  nameOf: (value: string) => string,
) {
  const isListed = chosen === null || options.some(({ value }) => value === chosen);
  return isListed ? options : [...options, { value: chosen, label: nameOf(chosen) }];
}

function keyOf({ sourceFileId, generation, sequence }: QuarantinedLine): string {
  return `${sourceFileId} ${generation} ${sequence}`;
}

function listColumns(timeZone: string): Column<QuarantinedLine>[] {
  return [
    {
      id: "line",
      header: "Line",
      cell: ({ path, lineNumber }) => (
        <span className="block max-w-[24ch]">
          <code className="block truncate" title={path}>
            {path.split("/").at(-1)}
          </code>
          <span className="block text-sm text-text-3">line {formatCount(lineNumber)}</span>
        </span>
      ),
    },
    {
      id: "reason",
      header: "Reason",
      cell: ({ code, reason, tryCount, replayedAt }) => (
        <span className="[overflow-wrap:anywhere]">
          <span className="font-medium">{nameReason(code)}</span>
          <span className="block text-sm text-text-2">{toSentence(reason)}</span>
          {tryCount > 0 && replayedAt === null && (
            <span className="block text-sm text-warn">
              tried {tryCount === 1 ? "once" : `${tryCount} times`}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "time",
      header: "Time",
      isNumeric: true,
      isSecondary: true,
      cell: ({ quarantinedAt, replayedAt }) => (
        <span className="text-sm text-text-2">{formatDateTime(replayedAt ?? quarantinedAt, timeZone)}</span>
      ),
    },
  ];
}
