"use client";

import { type Column, DataTable } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { EmptyState } from "@baton/ui/layout/empty-state";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { Badge } from "@baton/ui/primitives/badge";
import { Name } from "@baton/ui/primitives/name";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { nameFormat } from "@/frame/name-format";
import { QueryError } from "@/frame/query-error";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { useTRPC } from "@/trpc/client";

type Shape = RouterOutputs["ingest"]["shapes"][number];

const SHAPES_HEIGHT = 360;

/** Lists unrecognized formats by tool, version or library. */
export function ShapesPanel({ workspace }: { workspace: string }) {
  const timeZone = useTimeZone();
  const query = useQuery(useTRPC().ingest.shapes.queryOptions({ workspace }));
  const shapes = query.data ?? [];
  return (
    <Panel aria-label="Unrecognized" id="shapes" className="scroll-mt-16">
      <PanelHead title="Unrecognized" note="types, keys and spans that Baton stores but does not interpret" />
      <DataTable
        caption="Unrecognized types, keys and spans by tool and version"
        columns={listColumns(timeZone)}
        rows={shapes}
        keyOf={({ format, toolVersion, shape }) => `${format}\n${toolVersion}\n${shape}`}
        maxHeight={SHAPES_HEIGHT}
        isCompact
        isLoading={query.isPending}
        error={
          query.isError && !query.data ? (
            <QueryError title="Could not load the unrecognized types" query={query} />
          ) : undefined
        }
        empty={
          <EmptyState icon={<Check aria-hidden />} title="No unrecognized formats">
            Baton interprets every line type, key and span in the imported files.
          </EmptyState>
        }
      />
    </Panel>
  );
}

function listColumns(timeZone: string): Column<Shape>[] {
  return [
    {
      id: "shape",
      header: "Shape",
      sortBy: ({ shape }) => shape,
      cell: ({ shape }) => {
        const [kind = "", name = ""] = shape.split(": ");
        return (
          <span className="flex items-center gap-2">
            <Badge tone={kind === "key" ? "neutral" : "warn"}>{kind}</Badge>
            <Name isCode isWhole>
              {name}
            </Name>
          </span>
        );
      },
    },
    { id: "tool", header: "Tool", sortBy: ({ format }) => format, cell: ({ format }) => nameFormat(format) },
    {
      id: "version",
      header: "Version",
      sortBy: ({ toolVersion }) => toolVersion,
      cell: ({ toolVersion }) =>
        toolVersion === "" ? <span className="text-text-3">unknown</span> : <code>{toolVersion}</code>,
    },
    {
      id: "lines",
      header: "Lines or spans",
      isNumeric: true,
      sortBy: ({ lineCount }) => lineCount,
      cell: ({ lineCount }) => formatCount(lineCount),
    },
    {
      id: "first",
      header: "First seen in",
      isSecondary: true,
      cell: ({ path, lineNumber }) =>
        path === null ? (
          <span className="text-text-3">deleted file</span>
        ) : (
          <span className="flex max-w-[34ch] gap-1.5" title={path}>
            <code className="truncate">{path.split("/").at(-1)}</code>
            <span className="shrink-0 text-text-3">line {formatCount(lineNumber)}</span>
          </span>
        ),
    },
    {
      id: "last",
      header: "Last seen",
      isNumeric: true,
      isSecondary: true,
      sortBy: ({ lastSeenAt }) => lastSeenAt.getTime(),
      cell: ({ firstSeenAt, lastSeenAt }) => (
        <span
          className="text-sm text-text-2"
          title={`First seen ${formatDateTime(firstSeenAt, timeZone, { isExact: true })}`}
        >
          {formatDateTime(lastSeenAt, timeZone)}
        </span>
      ),
    },
  ];
}
