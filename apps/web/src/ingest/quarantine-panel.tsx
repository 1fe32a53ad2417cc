"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useRef, useState } from "react";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { type QuarantinedLine, QuarantinedLinePanel } from "./quarantined-line-panel";

const LINES_HEIGHT = 640;

/** The lines that are no event, and why; one of them in full. */
export function QuarantinePanel({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const detail = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery(
    useTRPC().ingest.quarantine.infiniteQueryOptions(
      { workspace },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  const chosen = lines.find((line) => keyOf(line) === chosenKey) ?? lines[0];
  return (
    <div id="quarantine" className="grid items-start gap-4 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <Panel aria-label="Quarantine">
        <PanelHead title="Quarantine" note="lines that are no event; nothing else was held up" />
        <DataTable
          caption="Quarantined lines, the newest first"
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
            <EmptyState icon={<Check aria-hidden />} title="No line is in quarantine">
              Every line that was read is an event, or blank.
            </EmptyState>
          }
          onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      </Panel>
      <div ref={detail} className="min-w-0 scroll-mt-16">
        {chosen && <QuarantinedLinePanel line={chosen} timeZone={timeZone} />}
      </div>
    </div>
  );
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
      cell: ({ reason }) => <span className="[overflow-wrap:anywhere]">{reason}</span>,
    },
    {
      id: "time",
      header: "Time",
      isNumeric: true,
      isSecondary: true,
      cell: ({ quarantinedAt }) => (
        <span className="text-sm text-text-2">{formatDateTime(quarantinedAt, timeZone)}</span>
      ),
    },
  ];
}
