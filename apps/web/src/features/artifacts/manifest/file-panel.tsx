"use client";

import { cn } from "@baton/ui/cn";
import { formatCountOf } from "@baton/ui/format/number";
import { TableSkeleton } from "@baton/ui/layout/loading";
import { Panel, PanelBody, PanelFoot, PanelHead } from "@baton/ui/layout/panel";
import { ScrollRegion } from "@baton/ui/layout/scroll-region";
import { Button } from "@baton/ui/primitives/button";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { QueryError } from "@/frame/query-error";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type StoredFile = NonNullable<RouterOutputs["manifests"]["file"]>;

export type FilePanelProps = {
  workspace: string;
  manifestId: string;
  path: string;
  /** Line to show, from 1; null for the start. */
  line: number | null;
  onClose: () => void;
};

/** Shows the stored text of a file that a manifest names, with the lines that the manifest was extracted from. */
export function FilePanel({ workspace, manifestId, path, line, onClose }: FilePanelProps) {
  const query = useQuery(useTRPC().manifests.file.queryOptions({ workspace, manifest: manifestId, path }));
  const { data } = query;
  return (
    <Panel aria-label={`File ${path}`}>
      <PanelHead
        title={<code className="[overflow-wrap:anywhere]">{path}</code>}
        note={data && `secrets masked, content ${data.sha256.slice(0, 12)}`}
        actions={
          <Button size="sm" variant="ghost" onClick={onClose}>
            Close
          </Button>
        }
        hasLine
      />
      {query.isError && !data ? (
        <QueryError title="The file could not be loaded" query={query} />
      ) : data ? (
        <FileText key={path} path={path} file={data} line={line} />
      ) : query.isPending ? (
        <TableSkeleton rows={6} />
      ) : (
        <PanelBody className="pt-3 text-text-2">
          The text of this file is not stored. Baton stores text files of at most 256 KiB, 2 MiB for all files
          of a manifest.
        </PanelBody>
      )}
    </Panel>
  );
}

function FileText({
  path,
  file: { text, items },
  line,
}: {
  path: string;
  file: StoredFile;
  line: number | null;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (line !== null)
      place.current?.querySelector(`[data-line="${line}"]`)?.scrollIntoView({ block: "center" });
  }, [line]);
  const lines = text.split(/\r\n|\n|\r/);
  return (
    <>
      <ScrollRegion label={`Lines of ${path}`} maxHeight={560}>
        <div ref={place} className="py-1 font-mono text-sm leading-5">
          {lines.map((words, index) => {
            const number = index + 1;
            const named = items.filter(({ startLine, endLine }) => startLine <= number && number <= endLine);
            return (
              <div
                key={number}
                data-line={number}
                aria-current={number === line ? "true" : undefined}
                className={cn(
                  "grid grid-cols-[44px_minmax(0,1fr)] gap-x-3 pr-3",
                  named.length > 0 && "bg-accent-soft",
                  number === line && "outline outline-1 outline-accent -outline-offset-1",
                )}
              >
                <span className="select-none pr-1 text-right text-text-3">{number}</span>
                <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{words}</span>
                {named
                  .filter(({ startLine }) => startLine === number)
                  .map((item) => (
                    <span
                      key={item.path}
                      className="col-start-2 font-sans text-accent text-xs [overflow-wrap:anywhere]"
                    >
                      {item.path} in the manifest
                    </span>
                  ))}
              </div>
            );
          })}
        </div>
      </ScrollRegion>
      <PanelFoot>
        {formatCountOf(lines.length, "line")},{" "}
        {items.length === 0
          ? "no source of the summary"
          : `sources of ${formatCountOf(items.length, "item")}`}
      </PanelFoot>
    </>
  );
}
