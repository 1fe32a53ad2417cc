"use client";

import { pathBelow } from "@baton/core/internal";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount, formatRatio } from "@baton/ui/format/number";
import { formatDate } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel } from "@baton/ui/layout/panel";
import { Chip } from "@baton/ui/primitives/chip";
import { Name } from "@baton/ui/primitives/name";
import { DateTime } from "@baton/ui/primitives/time";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Package, Search } from "lucide-react";
import { useQueryStates } from "nuqs";
import { ArtifactsNav } from "@/features/artifacts/manifest/artifacts-nav";
import { FindingsBadge, PhaseBadge, ReviewBadge } from "@/features/artifacts/manifest/badges";
import { ManifestFilters } from "@/features/artifacts/manifest/manifest-filters";
import { ClearFilters } from "@/frame/clear-filters";
import { hasFilters } from "@/frame/has-filters";
import { NO_NAMES } from "@/frame/no-names";
import { NotRecorded } from "@/frame/not-recorded";
import { addressOf } from "@/frame/pages";
import { parseChoice } from "@/frame/parse-choice";
import { QueryError } from "@/frame/query-error";
import { SearchBox } from "@/frame/search-box";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { type ManifestListParams, manifestListParams, toListInput } from "./search-params";

type Manifest = RouterOutputs["manifests"]["list"]["manifests"][number];

const UNCHOSEN = { agent: null, type: null, phase: null, finding: null, review: null };
const UNFILTERED = { ...UNCHOSEN, search: null, range: null, tz: null, level: null, gate: null };

/** Lists manifests, newest first, with the filters in the URL. */
export function ManifestList({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const trpc = useTRPC();
  const [params, setParams] = useQueryStates(manifestListParams);
  const facets = useQuery(trpc.manifests.facets.queryOptions({ workspace }));
  const query = useInfiniteQuery(
    trpc.manifests.list.infiniteQueryOptions(toListInput(workspace, params), {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: (previous) => previous,
    }),
  );
  const manifests = query.data?.pages.flatMap((page) => page.manifests) ?? [];
  const isFiltered = hasFilters(params);
  const clear = <ClearFilters onClear={() => setParams(UNFILTERED)} />;
  return (
    <>
      <PageHead
        title="Artifacts"
        subtitle="Summaries agents pass instead of full context."
        actions={
          <SearchBox
            label="Search manifests by scope or path"
            placeholder="Scope or path"
            search={params.search}
            onChange={setParams}
          />
        }
      />
      <ArtifactsNav workspace={workspace} current="manifests" />
      <ManifestFilters
        params={params}
        facets={facets.data ?? { agents: NO_NAMES, codes: NO_NAMES }}
        onChange={(key, value) => setParams(parseChoice(manifestListParams, key, value))}
      />
      {isFiltered && manifests.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <AddressChips params={params} onRemove={(key) => setParams({ [key]: null })} />
          {clear}
        </div>
      )}
      <Panel aria-label="Manifests">
        <DataTable
          caption="Manifests (newest first)"
          columns={listColumns(timeZone)}
          rows={manifests}
          keyOf={({ manifestId }) => manifestId}
          hrefOf={({ manifestId }) => addressOf(workspace, "manifests", manifestId)}
          isLoading={query.isPending}
          error={
            query.isError && !query.data ? (
              <QueryError title="The manifests could not be loaded" query={query} />
            ) : undefined
          }
          empty={
            isFiltered ? (
              <EmptyState icon={<Search aria-hidden />} title="No manifest matches" actions={clear}>
                No manifests match these filters
                {params.search ? ` with “${params.search}” in the scope or path` : ""}.
              </EmptyState>
            ) : (
              <EmptyState icon={<Package aria-hidden />} title="No manifests yet">
                Baton reads manifests from <code>{"artifacts/**/manifest.json"}</code> in the followed
                folders.
              </EmptyState>
            )
          }
          onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoadingMore={query.isFetchingNextPage}
        />
      </Panel>
    </>
  );
}

/** Shows the filters set by a link from savings, which have no control above. */
function AddressChips({
  params: { range, level, gate },
  onRemove,
}: {
  params: ManifestListParams;
  onRemove: (key: "range" | "level" | "gate") => void;
}) {
  const chips = [
    { key: "range", label: range?.replace("..", " to ") },
    { key: "level", label: level && `budget: ${level}` },
    { key: "gate", label: gate && "blocked by the gate" },
  ] as const;
  return chips.map(
    ({ key, label }) =>
      label && (
        <Chip key={key} removeLabel={`Remove the filter ${label}`} onRemove={() => onRemove(key)}>
          {label}
        </Chip>
      ),
  );
}

function listColumns(timeZone: string): Column<Manifest>[] {
  return [
    {
      id: "path",
      header: "Manifest",
      takesRest: true,
      cell: ({ path, projectRoot, scope }) => (
        <span className="block">
          <span className="block truncate font-medium">
            <Name>{scope ?? "no scope"}</Name>
          </span>
          <span className="block truncate text-sm text-text-3">
            <Name isCode>{pathBelow(path, projectRoot)}</Name>
          </span>
        </span>
      ),
    },
    {
      id: "agent",
      header: "From",
      isSecondary: true,
      cell: ({ fromAgent, artifactType }) => (
        <span className="whitespace-nowrap">
          <span className="block">
            {fromAgent === null ? <NotRecorded /> : <Name isCode>{fromAgent}</Name>}
          </span>
          <span className="text-sm text-text-3">{artifactType ?? "no type"}</span>
        </span>
      ),
    },
    {
      id: "found",
      header: "Findings",
      cell: (manifest) => <FindingsBadge {...manifest} />,
    },
    {
      id: "phase",
      header: "Phase",
      isSecondary: true,
      cell: ({ phase }) => <PhaseBadge phase={phase} />,
    },
    {
      id: "review",
      header: "Review",
      isSecondary: true,
      cell: ({ review }) => <ReviewBadge review={review} />,
    },
    {
      id: "tokens",
      header: "Tokens",
      isNumeric: true,
      isSecondary: true,
      cell: ({ manifestTokens }) => formatCount(manifestTokens),
    },
    {
      id: "ratio",
      header: "Ratio",
      isNumeric: true,
      isSecondary: true,
      cell: ({ manifestTokens, detailTokens }) =>
        detailTokens ? formatRatio(detailTokens / manifestTokens) : <NotRecorded />,
    },
    {
      id: "written",
      header: "Written",
      isNumeric: true,
      isSecondary: true,
      cell: ({ writtenAt }) => <DateTime at={writtenAt} timeZone={timeZone} format={formatDate} />,
    },
  ];
}
