"use client";

import { pathBelow } from "@baton/core/internal";
import type { Column } from "@baton/ui/data-table/data-table";
import { formatCount, formatRatio } from "@baton/ui/format/number";
import { formatDate } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Name } from "@baton/ui/primitives/name";
import { DateTime } from "@baton/ui/primitives/time";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Package } from "lucide-react";
import { ArtifactsNav } from "@/features/artifacts/manifest/artifacts-nav";
import { FindingsBadge, PhaseBadge, ReviewBadge } from "@/features/artifacts/manifest/badges";
import { manifestChoices } from "@/features/artifacts/manifest/manifest-choices";
import { ListPage, rangeChip } from "@/frame/list-page";
import { LIST_PAGES } from "@/frame/list-table";
import { NotRecorded } from "@/frame/not-recorded";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import { useListPage } from "@/frame/use-list-page";
import { toListInput } from "@/search/list-input";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { manifestListParams } from "./search-params";

type Manifest = RouterOutputs["manifests"]["list"]["manifests"][number];

/** Lists manifests, newest first, with the filters in the URL. */
export function ManifestList({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const trpc = useTRPC();
  const list = useListPage(manifestListParams);
  const facets = useQuery(trpc.manifests.facets.queryOptions({ workspace }));
  const query = useInfiniteQuery(
    trpc.manifests.list.infiniteQueryOptions(toListInput(workspace, list.params), LIST_PAGES),
  );
  const { range, level, gate } = list.params;
  return (
    <ListPage
      title="Artifacts"
      subtitle="Summaries agents pass instead of full context."
      noun="manifests"
      list={list}
      search={{
        label: "Search manifests by scope or path",
        placeholder: "Scope or path",
        parts: "the scope and path",
      }}
      choices={manifestChoices(facets.data)}
      chips={[
        ...rangeChip(range),
        ...(level ? [{ label: `budget: ${level}`, keys: ["level"] }] : []),
        ...(gate ? [{ label: "blocked by the gate", keys: ["gate"] }] : []),
      ]}
      caption="Manifests (newest first)"
      query={query}
      rows={query.data?.pages.flatMap((page) => page.manifests)}
      columns={listColumns(timeZone)}
      keyOf={({ manifestId }) => manifestId}
      hrefOf={({ manifestId }) => addressOf(workspace, "manifests", manifestId)}
      empty={
        <EmptyState icon={<Package aria-hidden />} title="No manifests yet">
          Baton reads manifests from <code>{"artifacts/**/manifest.json"}</code> in the followed folders.
        </EmptyState>
      }
    >
      <ArtifactsNav workspace={workspace} current="manifests" />
    </ListPage>
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
