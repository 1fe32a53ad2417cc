import type { Column } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { toSentence } from "@/features/artifacts/finding/to-sentence";
import { nameReason } from "./quarantine-reasons";
import type { QuarantinedLine } from "./quarantined-line-panel";

/** Returns the columns of the list. */
export function quarantineColumns(timeZone: string): Column<QuarantinedLine>[] {
  return [
    {
      id: "line",
      header: "Line",
      cell: ({ path, lineNumber }) => (
        <span className="block max-w-[24ch]">
          <code className="block truncate" title={path}>
            {path.split("/").at(-1)}
          </code>
          <span className="block text-sm text-text-3">line {formatCount(lineNumber)}</span>
        </span>
      ),
    },
    {
      id: "reason",
      header: "Reason",
      cell: ({ code, reason, tryCount, replayedAt }) => (
        <span className="[overflow-wrap:anywhere]">
          <span className="font-medium">{nameReason(code)}</span>
          <span className="block text-sm text-text-2">{toSentence(reason)}</span>
          {tryCount > 0 && replayedAt === null && (
            <span className="block text-sm text-warn">
              tried {tryCount === 1 ? "once" : `${tryCount} times`}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "time",
      header: "Time",
      isNumeric: true,
      isSecondary: true,
      cell: ({ quarantinedAt, replayedAt }) => (
        <span className="text-sm text-text-2">{formatDateTime(replayedAt ?? quarantinedAt, timeZone)}</span>
      ),
    },
  ];
}
