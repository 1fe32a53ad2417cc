"use client";

import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ScoreBadge, StalenessBadge } from "@/features/artifacts/document/badges";
import { ChainPanel } from "@/features/artifacts/document/chain-panel";
import { ProgressPanel } from "@/features/artifacts/document/progress-panel";
import { ScorePanel } from "@/features/artifacts/document/score-panel";
import { SectionsPanel } from "@/features/artifacts/document/sections-panel";
import { StalenessPanel } from "@/features/artifacts/document/staleness-panel";
import { TextPanel } from "@/features/artifacts/document/text-panel";
import { VersionsPanel } from "@/features/artifacts/document/versions-panel";
import { FileDetailsPanel } from "@/features/artifacts/file-details-panel";
import { FindingList } from "@/features/artifacts/finding/finding-list";
import { FindingsBadge } from "@/features/artifacts/manifest/badges";
import { QueryError } from "@/frame/query-error";
import { SupersededBanner } from "@/frame/superseded-banner";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";

type HandoffDocumentProps = {
  workspace: string;
  document: string;
  /** The rendered document; null if it is not stored, or too long to display. */
  rendered: ReactNode;
  /** The document's source; null if it is not stored. */
  written: ReactNode;
};

/**
 * Shows a handoff document: whether a successor can start with it, its content, its predecessors, and its
 * progress.
 */
export function HandoffDocument({
  workspace,
  document: documentId,
  rendered,
  written,
}: HandoffDocumentProps) {
  const timeZone = useTimeZone();
  const query = useQuery(useTRPC().documents.get.queryOptions({ workspace, document: documentId }));
  if (!query.data) {
    return query.isError ? (
      <QueryError title="The document could not be loaded" query={query} />
    ) : (
      <TableSkeleton rows={8} />
    );
  }
  const { document, score, chain, progress, versions } = query.data;
  const { title, task, phase, tokens, lineCount, writtenAt, supersededAt, findings } = document;
  const where = [task, phase !== null && `phase ${phase}`].filter(Boolean).join(", ");
  return (
    <>
      <PageHead
        title={title ?? "Handoff document"}
        badges={
          <>
            <ScoreBadge score={document.score} />
            <StalenessBadge staleness={document.staleness} />
            <FindingsBadge {...document} />
          </>
        }
        subtitle={
          <>
            {where !== "" && `${where}, `}
            {formatDateTime(writtenAt, timeZone)}, {formatCountOf(lineCount, "line")},{" "}
            {formatCount(tokens ?? 0)} tokens
          </>
        }
      />
      <SupersededBanner at={supersededAt} />
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_322px]">
        <div className="flex min-w-0 flex-col gap-4">
          {findings.length > 0 && (
            <Panel aria-label="Findings">
              <PanelHead title="Findings" />
              <PanelBody className="flex flex-col gap-3">
                <FindingList findings={findings} />
              </PanelBody>
            </Panel>
          )}
          <TextPanel rendered={rendered} written={written} />
          <ProgressPanel files={progress} />
          <ChainPanel workspace={workspace} documentId={documentId} chain={chain} />
          <VersionsPanel workspace={workspace} documentId={documentId} versions={versions} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <ScorePanel score={score} />
          <StalenessPanel document={document} />
          <SectionsPanel found={document.sectionsFound} />
          <FileDetailsPanel
            file={document}
            items={[
              {
                label: "Continues from",
                value: document.predecessor === null ? "none" : <code>{document.predecessor}</code>,
              },
            ]}
          />
        </div>
      </div>
    </>
  );
}
