"use client";

import { isolateName } from "@baton/ui/format/readable-name";
import { formatDateTime } from "@baton/ui/format/time";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { FileDetailsPanel } from "@/features/artifacts/file-details-panel";
import { FindingsBadge, PhaseBadge, ReviewBadge } from "@/features/artifacts/manifest/badges";
import { BudgetPanel } from "@/features/artifacts/manifest/budget-panel";
import { DependenciesPanel } from "@/features/artifacts/manifest/dependencies-panel";
import { DocumentPanel } from "@/features/artifacts/manifest/document-panel";
import { useFileInAddress } from "@/features/artifacts/manifest/file-in-address";
import { FilesPanel } from "@/features/artifacts/manifest/files-panel";
import { FindingsPanel } from "@/features/artifacts/manifest/findings-panel";
import { GateRunsPanel } from "@/features/artifacts/manifest/gate-runs-panel";
import { ReviewPanel } from "@/features/artifacts/manifest/review-panel";
import { SummaryPanel } from "@/features/artifacts/manifest/summary-panel";
import { UsagePanel } from "@/features/artifacts/manifest/usage-panel";
import { VersionsPanel } from "@/features/artifacts/manifest/versions-panel";
import { QueryError } from "@/frame/query-error";
import { SupersededBanner } from "@/frame/superseded-banner";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";

/** Load the text of a file on demand. */
const FilePanel = dynamic(async () => (await import("@/features/artifacts/manifest/file-panel")).FilePanel, {
  ssr: false,
});

/** Shows a manifest: whether it can be trusted, its content with sources, its size, and its readers. */
export function Manifest({ workspace, manifest: manifestId }: { workspace: string; manifest: string }) {
  const timeZone = useTimeZone();
  const address = useFileInAddress();
  const query = useQuery(useTRPC().manifests.get.queryOptions({ workspace, manifest: manifestId }));
  if (!query.data) {
    return query.isError ? (
      <QueryError title="The manifest could not be loaded" query={query} />
    ) : (
      <TableSkeleton rows={8} />
    );
  }
  const { manifest, document, files, budget, dependencies, reviews, gateRuns, needsApproval } = query.data;
  const { fromAgent, scope, artifactType, toAgents, writtenAt, phase, supersededAt } = manifest;
  const place = { workspace, manifestId };
  const storedPaths = new Set(
    files?.first.flatMap(({ file, sha256 }) => (sha256 === null ? [] : [file.path])),
  );
  return (
    <>
      <PageHead
        title={scope ?? artifactType ?? "Manifest"}
        badges={
          <>
            <FindingsBadge {...manifest} />
            <PhaseBadge phase={phase} />
            <ReviewBadge review={manifest.review} />
          </>
        }
        subtitle={
          <>
            {artifactType ?? "Manifest"}
            {fromAgent !== null && ` of ${isolateName(fromAgent)}`}
            {toAgents.length > 0 && ` for ${toAgents.join(", ")}`}, {formatDateTime(writtenAt, timeZone)}
          </>
        }
      />
      <SupersededBanner at={supersededAt} />
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_322px]">
        <div className="flex min-w-0 flex-col gap-4">
          <FindingsPanel
            findings={manifest.findings}
            phase={phase}
            review={manifest.review}
            needsApproval={needsApproval}
          />
          <GateRunsPanel runs={gateRuns} />
          <SummaryPanel
            document={document}
            hrefOfSource={(path, line) => (storedPaths.has(path) ? address.hrefOf(path, line) : null)}
          />
          <FilesPanel files={files} hrefOf={(path) => address.hrefOf(path)} />
          {address.file !== null && (
            <FilePanel {...place} path={address.file} line={address.line} onClose={address.close} />
          )}
          <DependenciesPanel workspace={workspace} dependencies={dependencies} />
          <UsagePanel {...place} />
          <VersionsPanel {...place} />
          <DocumentPanel text={manifest.text} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <ReviewPanel {...place} review={manifest.review} reviews={reviews} needsApproval={needsApproval} />
          <BudgetPanel budget={budget} />
          <FileDetailsPanel
            file={manifest}
            items={[{ label: "Checked", value: formatDateTime(manifest.checkedAt, timeZone) }]}
          />
        </div>
      </div>
    </>
  );
}
