import type { TaskStatus } from "@baton/core/task";
import { Badge } from "@baton/ui/primitives/badge";
import { Meter } from "@baton/ui/primitives/meter";
import { Ban, Check, CircleAlert, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import type { RouterOutputs } from "@/server/root";

type Task = RouterOutputs["tasks"]["list"]["tasks"][number];

const STATUSES: Record<TaskStatus, { tone: "ok" | "danger" | "warn"; icon: ReactNode }> = {
  success: { tone: "ok", icon: <Check aria-hidden /> },
  error: { tone: "danger", icon: <CircleAlert aria-hidden /> },
  blocked: { tone: "warn", icon: <Ban aria-hidden /> },
};

/** Shows the status of the response, or that none arrived. */
export function StatusBadge({ status, isSent, isAccepted }: Pick<Task, "status" | "isSent" | "isAccepted">) {
  if (status) {
    return (
      <Badge tone={STATUSES[status].tone} icon={STATUSES[status].icon}>
        {status}
      </Badge>
    );
  }
  const word = isSent ? "no response yet" : isAccepted === false ? "not sent: rejected" : "not sent";
  return (
    <Badge tone="muted" icon={<CircleDashed aria-hidden />}>
      {word}
    </Badge>
  );
}

const LEVELS = { low: 1, medium: 2, high: 3 } as const;

/** Shows the priority as a word and a level. */
export function PriorityBadge({ priority }: { priority: NonNullable<Task["priority"]> }) {
  return <Badge icon={<Meter filled={LEVELS[priority]} />}>{priority}</Badge>;
}

/** Counts findings by kind. */
export function countFindings(findings: readonly { severity: string }[]) {
  const errorCount = findings.filter(({ severity }) => severity === "error").length;
  return { errorCount, warningCount: findings.length - errorCount };
}
