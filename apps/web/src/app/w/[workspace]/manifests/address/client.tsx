"use client";

import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel } from "@baton/ui/layout/panel";
import { Button } from "@baton/ui/primitives/button";
import { TextLink } from "@baton/ui/primitives/text-link";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Package } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsString, useQueryStates } from "nuqs";
import { AddressVersions } from "@/features/artifacts/address/address-versions";
import { StoredFiles } from "@/features/artifacts/address/stored-files";
import { DocumentPanel } from "@/features/artifacts/manifest/document-panel";
import { UsagePanel } from "@/features/artifacts/manifest/usage-panel";
import { addressOf } from "@/frame/pages";
import { QueryError } from "@/frame/query-error";
import { SearchBox } from "@/frame/search-box";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";
import { addressParams } from "./search-params";

/** Load comparing and files on demand. */
const VersionDiff = dynamic(
  async () => (await import("@/features/artifacts/address/version-diff")).VersionDiff,
  { ssr: false },
);
const FilePanel = dynamic(async () => (await import("@/features/artifacts/manifest/file-panel")).FilePanel, {
  ssr: false,
});

/** Shows the version that an address names: its files, how it differs from another version, and its readers. */
export function ArtifactReader({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const [{ artifact, against, file }, setParams] = useQueryStates(
    { ...addressParams, file: parseAsString },
    { history: "push" },
  );
  const query = useQuery(
    useTRPC().manifests.open.queryOptions(
      { workspace, address: artifact ?? "", against: against ?? undefined },
      { enabled: artifact !== null, placeholderData: keepPreviousData, retry: false },
    ),
  );
  const { data } = query;
  const search = (
    <SearchBox
      label="Open an address"
      placeholder="artifact://agent/scope@2"
      search={artifact}
      onChange={({ search: next }) => void setParams({ artifact: next || null, against: null, file: null })}
      className="w-96 max-sm:w-full"
    />
  );
  if (artifact === null || !data) {
    const isMissing = query.error?.data?.code === "NOT_FOUND";
    return (
      <>
        <PageHead title="Artifact" subtitle="A version of an artifact, by its address." actions={search} />
        <Panel aria-label="Artifact">
          {artifact === null || isMissing ? (
            <EmptyState
              icon={<Package aria-hidden />}
              title={artifact === null ? "Enter an address" : "No artifact has this address"}
            >
              An address names an agent, a scope and a version, such as{" "}
              <code>artifact://research/oauth@2</code>. Without a version, it names the newest one.
            </EmptyState>
          ) : query.isError ? (
            <QueryError title="The artifact could not be loaded" query={query} />
          ) : (
            <TableSkeleton rows={8} />
          )}
        </Panel>
      </>
    );
  }
  const { manifest, comparison } = data;
  const { manifestId, fromAgent, scope, writtenAt } = manifest;
  const place = { workspace, manifestId };
  return (
    <>
      <PageHead
        title={scope ?? "Artifact"}
        subtitle={
          <>
            Version {data.number ?? "–"} of {data.versions.length}, of {fromAgent ?? "an unknown agent"},{" "}
            {formatDateTime(writtenAt, timeZone)}.{" "}
            <TextLink href={addressOf(workspace, "manifests", manifestId)}>Open the manifest</TextLink>
          </>
        }
        actions={
          <>
            {search}
            {comparison && <Button onClick={() => void setParams({ against: null })}>End comparison</Button>}
          </>
        }
      />
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_322px]">
        <div className="flex min-w-0 flex-col gap-4">
          {comparison && <VersionDiff comparison={comparison} number={data.number} text={data.text} />}
          <StoredFiles files={data.files} chosen={file} onChoose={(path) => void setParams({ file: path })} />
          {file !== null && (
            <FilePanel {...place} path={file} line={null} onClose={() => void setParams({ file: null })} />
          )}
          <UsagePanel {...place} />
          <DocumentPanel text={data.text} />
        </div>
        <AddressVersions
          workspace={workspace}
          versions={data.versions}
          current={data.number}
          against={comparison?.against ?? null}
          onCompare={(number) => void setParams({ against: number })}
        />
      </div>
    </>
  );
}
