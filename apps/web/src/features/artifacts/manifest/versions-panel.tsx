import { artifactAddress } from "@baton/core/manifest";
import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { Panel, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Button } from "@baton/ui/primitives/button";
import { TextLink } from "@baton/ui/primitives/text-link";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pageOfArtifact } from "@/features/artifacts/address/artifact-link";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";
import { FindingsBadge, ReviewBadge } from "./badges";
import { VersionComparison } from "./version-comparison";

type Version = RouterOutputs["manifests"]["versions"][number];

/** Lists the agent's runs of the same scope, and compares this one with another. */
export function VersionsPanel({ workspace, manifestId }: { workspace: string; manifestId: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(useTRPC().manifests.versions.queryOptions({ workspace, manifest: manifestId }));
  const [compared, setCompared] = useState<string | null>(null);
  const versions = query.data ?? [];
  const columns: Column<Version>[] = [
    {
      id: "version",
      header: "Version",
      cell: (version) => {
        const number = versions.length - versions.indexOf(version);
        const { fromAgent: agent, scope } = version;
        return agent === null || scope === null ? (
          number
        ) : (
          <code title={artifactAddress({ agent, scope }, number)}>@{number}</code>
        );
      },
    },
    {
      id: "written",
      header: "Written",
      cell: (version) =>
        version.manifestId === manifestId ? (
          <span className="font-medium">{formatDateTime(version.writtenAt, timeZone)}</span>
        ) : (
          <TextLink href={addressOf(workspace, "manifests", version.manifestId)}>
            {formatDateTime(version.writtenAt, timeZone)}
          </TextLink>
        ),
    },
    { id: "found", header: "Findings", cell: (version) => <FindingsBadge {...version} /> },
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
      id: "compare",
      header: <span className="sr-only">Compare</span>,
      isNumeric: true,
      cell: (version) =>
        version.manifestId === manifestId ? (
          <Badge tone="accent">this one</Badge>
        ) : (
          <Button
            size="sm"
            aria-pressed={compared === version.manifestId}
            aria-label={`Compare with the version of ${formatDateTime(version.writtenAt, timeZone)}`}
            onClick={() => setCompared(compared === version.manifestId ? null : version.manifestId)}
          >
            Compare
          </Button>
        ),
    },
  ];
  return (
    <Panel aria-label="Versions">
      <PanelHead title="Versions" note="same agent and scope" />
      <DataTable
        caption="Versions of this artifact (newest first)"
        columns={columns}
        rows={versions}
        keyOf={(version) => version.manifestId}
        isLoading={query.isPending}
        error={
          query.isError && !query.data ? (
            <QueryError title="The versions could not be loaded" query={query} />
          ) : undefined
        }
        isCompact
        maxHeight={360}
      />
      <Address workspace={workspace} versions={versions} manifestId={manifestId} />
      {compared !== null && <VersionComparison workspace={workspace} before={compared} after={manifestId} />}
    </Panel>
  );
}

/** Shows the address of this version, by which people and agents find it. */
function Address({
  workspace,
  versions,
  manifestId,
}: {
  workspace: string;
  versions: readonly Version[];
  manifestId: string;
}) {
  const index = versions.findIndex((version) => version.manifestId === manifestId);
  const own = versions[index];
  if (!own || own.fromAgent === null || own.scope === null) return null;
  const artifact = { agent: own.fromAgent, scope: own.scope };
  return (
    <PanelFoot>
      <span className="text-text-2">Address </span>
      <TextLink href={pageOfArtifact(workspace, artifact, versions.length - index)}>
        <code className="break-all">{artifactAddress(artifact, versions.length - index)}</code>
      </TextLink>
    </PanelFoot>
  );
}
