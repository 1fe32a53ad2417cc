"use client";

import { formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { KeyValues } from "@baton/ui/layout/key-values";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { PageHead } from "@baton/ui/layout/page-head";
import { Panel, PanelBody, PanelHead } from "@baton/ui/layout/panel";
import { useQuery } from "@tanstack/react-query";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import { useTRPC } from "@/trpc/client";

/** One manifest: where it stands, and its document as text. */
export function Manifest({ workspace, manifest }: { workspace: string; manifest: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(useTRPC().manifests.get.queryOptions({ workspace, manifest }));
  if (!query.data) {
    return query.isError ? (
      <QueryError title="The manifest could not be loaded" query={query} />
    ) : (
      <TableSkeleton rows={8} />
    );
  }
  const { path, projectRoot, fromAgent, artifactType, scope, manifestTokens, writtenAt, text, sha256 } =
    query.data;
  return (
    <>
      <PageHead
        title={scope ?? artifactType ?? "Manifest"}
        subtitle={
          <>
            {fromAgent === null ? "Written" : `Written by ${fromAgent}`} at{" "}
            {formatDateTime(writtenAt, timeZone)}
          </>
        }
      />
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_322px]">
        <Panel aria-label="Document">
          <PanelHead title="Document" note="as it stood in its file, secrets masked" hasLine />
          <PanelBody className="pt-3">
            {text === null ? (
              <p className="text-text-2">The document is not kept: content is not stored here.</p>
            ) : (
              <pre className="overflow-x-auto whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
                {indentJson(text)}
              </pre>
            )}
          </PanelBody>
        </Panel>
        <Panel aria-label="About it">
          <PanelHead title="About it" />
          <PanelBody>
            <KeyValues
              labelWidth={92}
              items={[
                { label: "From", value: fromAgent ?? "not recorded" },
                { label: "Type", value: artifactType ?? "not recorded" },
                { label: "Size", value: `${formatCount(manifestTokens)} tokens` },
                { label: "File", value: <code>{path}</code> },
                { label: "Project", value: <code>{projectRoot}</code> },
                { label: "SHA-256", value: <code>{sha256}</code> },
              ]}
            />
          </PanelBody>
        </Panel>
      </div>
    </>
  );
}

/** JSON with its lines and levels; what is no JSON stays as it is. */
function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
