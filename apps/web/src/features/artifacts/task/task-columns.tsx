import type { Column } from "@baton/ui/data-table/data-table";
import { formatCount } from "@baton/ui/format/number";
import { formatDateTime } from "@baton/ui/format/time";
import { FromTo } from "@baton/ui/primitives/from-to";
import { Name } from "@baton/ui/primitives/name";
import { DateTime } from "@baton/ui/primitives/time";
import { FindingsBadge } from "@/features/artifacts/manifest/badges";
import { formatSize, NotRecorded } from "@/frame/not-recorded";
import type { RouterOutputs } from "@/server/root";
import { PriorityBadge, StatusBadge } from "./badges";
import { TARGET_TOKENS } from "./metric-tiles";

type Task = RouterOutputs["tasks"]["list"]["tasks"][number];

/** Returns the columns of the task handoff list. */
export function taskColumns(timeZone: string): Column<Task>[] {
  return [
    {
      id: "task",
      header: "Task",
      takesRest: true,
      cell: ({ taskName, taskId, fromAgent, toAgent, earlierCount }) => (
        <span className="block">
          <span className="block truncate font-medium">{taskName ?? taskId ?? "not named"}</span>
          <span className="block truncate text-sm text-text-3">
            <code>{taskId ?? "no id"}</code>
            {earlierCount > 0 && `, time ${earlierCount + 1}`}
            {", "}
            <FromTo
              from={<Name isCode>{fromAgent ?? "not named"}</Name>}
              to={<Name isCode>{toAgent ?? "not named"}</Name>}
            />
          </span>
        </span>
      ),
    },
    {
      id: "found",
      header: "Findings",
      isSecondary: true,
      cell: ({ errorCount, warningCount }) =>
        errorCount === null || warningCount === null ? (
          <NotRecorded>not validated</NotRecorded>
        ) : (
          <FindingsBadge errorCount={errorCount} warningCount={warningCount} />
        ),
    },
    { id: "status", header: "Response", cell: (task) => <StatusBadge {...task} /> },
    {
      id: "size",
      header: "Tokens",
      isNumeric: true,
      cell: ({ handoffTokens }) =>
        handoffTokens === null ? (
          <NotRecorded />
        ) : handoffTokens > TARGET_TOKENS ? (
          <span className="font-medium text-warn" title={`over the target of ${TARGET_TOKENS} tokens`}>
            ▲ {formatCount(handoffTokens)}
            <span className="sr-only">, over the target</span>
          </span>
        ) : (
          formatCount(handoffTokens)
        ),
    },
    {
      id: "used",
      header: "Estimated / used",
      isNumeric: true,
      isSecondary: true,
      cell: ({ estimatedTokens, actualTokens }) =>
        estimatedTokens === null && actualTokens === null ? (
          <NotRecorded />
        ) : (
          <FromTo from={formatSize(estimatedTokens)} to={formatSize(actualTokens)} />
        ),
    },
    {
      id: "priority",
      header: "Priority",
      isSecondary: true,
      cell: ({ priority }) => (priority === null ? null : <PriorityBadge priority={priority} />),
    },
    {
      id: "deadline",
      header: "Due",
      isNumeric: true,
      isSecondary: true,
      cell: ({ deadline, deadlineAt }) =>
        deadlineAt
          ? formatDateTime(deadlineAt, timeZone)
          : deadline && <span title="not ISO 8601">{deadline}</span>,
    },
    {
      id: "handed",
      header: "Sent",
      isNumeric: true,
      isSecondary: true,
      cell: ({ occurredAt }) => <DateTime at={occurredAt} timeZone={timeZone} />,
    },
  ];
}
