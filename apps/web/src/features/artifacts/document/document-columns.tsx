import { pathBelow } from "@baton/core/internal";
import type { Column } from "@baton/ui/data-table/data-table";
import { formatCount, formatCountOf } from "@baton/ui/format/number";
import { Name } from "@baton/ui/primitives/name";
import { DateTime } from "@baton/ui/primitives/time";
import { FindingsBadge } from "@/features/artifacts/manifest/badges";
import type { RouterOutputs } from "@/server/root";
import { ScoreBadge, StalenessBadge } from "./badges";

type Document = RouterOutputs["documents"]["list"]["documents"][number];

/** Returns the columns of handoff document lists. */
export function documentColumns(timeZone: string): Column<Document>[] {
  return [
    {
      id: "document",
      header: "Document",
      takesRest: true,
      cell: ({ title, path, projectRoot }) => (
        <span className="block">
          <span className="block truncate font-medium">
            <Name>{title ?? "untitled"}</Name>
          </span>
          <span className="block truncate text-sm text-text-3">
            <Name isCode>{pathBelow(path, projectRoot)}</Name>
          </span>
        </span>
      ),
    },
    { id: "score", header: "Score", cell: ({ score }) => <ScoreBadge score={score} /> },
    {
      id: "staleness",
      header: "Staleness",
      isSecondary: true,
      cell: ({ staleness }) => <StalenessBadge staleness={staleness} />,
    },
    {
      id: "found",
      header: "Findings",
      isSecondary: true,
      cell: (document) => <FindingsBadge {...document} />,
    },
    {
      id: "task",
      header: "Task, phase",
      isSecondary: true,
      cell: ({ task, phase }) => (
        <span className="block max-w-[20ch] truncate">
          {task === null && phase === null ? (
            <span className="text-text-3">not named</span>
          ) : (
            [task, phase !== null && `phase ${phase}`].filter(Boolean).join(", ")
          )}
        </span>
      ),
    },
    {
      id: "size",
      header: "Tokens",
      isNumeric: true,
      isSecondary: true,
      cell: ({ tokens, lineCount }) => (
        <span title={formatCountOf(lineCount, "line")}>{formatCount(tokens ?? 0)}</span>
      ),
    },
    {
      id: "written",
      header: "Written",
      isNumeric: true,
      isSecondary: true,
      cell: ({ writtenAt }) => <DateTime at={writtenAt} timeZone={timeZone} />,
    },
  ];
}
