import { DataTable } from "@baton/ui/data-table/data-table";
import { Panel, PanelHead } from "@baton/ui/layout/panel";
import { addressOf } from "@/frame/pages";
import { useTimeZone } from "@/frame/time-zone";
import type { RouterOutputs } from "@/server/root";
import { taskColumns } from "./task-columns";

type Found = RouterOutputs["tasks"]["get"];

type AttemptsPanelProps = {
  workspace: string;
  attempts: Found["otherAttempts"];
  current: Found["attempt"];
};

const SHOWN: readonly string[] = ["handed", "found", "status", "size", "used"];

/** Lists the other attempts of the same task, earliest first. */
export function AttemptsPanel({ workspace, attempts, current }: AttemptsPanelProps) {
  const timeZone = useTimeZone();
  if (attempts.length === 0) return null;
  const earlier = attempts.filter(({ occurredAt }) => occurredAt < current.occurredAt).length;
  const byId = new Map(taskColumns(timeZone).map((column) => [column.id, column]));
  return (
    <Panel aria-label="Other attempts">
      <PanelHead
        title="Other attempts"
        note={`${earlier} before it, ${attempts.length - earlier} after it`}
      />
      <DataTable
        caption="Other attempts of the same task (oldest first)"
        columns={SHOWN.flatMap((id) => {
          const column = byId.get(id);
          return column
            ? [
                {
                  ...column,
                  isSecondary: id === "found" || id === "used",
                  isNumeric: id === "size" || id === "used",
                },
              ]
            : [];
        })}
        rows={attempts}
        keyOf={({ attemptId }) => attemptId}
        hrefOf={({ attemptId }) => addressOf(workspace, "tasks", attemptId)}
        isCompact
      />
    </Panel>
  );
}
