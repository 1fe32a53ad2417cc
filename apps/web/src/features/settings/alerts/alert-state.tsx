import { Badge } from "@baton/ui/primitives/badge";
import { Bell, BellOff, Check, CircleHelp } from "lucide-react";
import type { RouterOutputs } from "@/server/root";

export type Alert = RouterOutputs["alerts"]["list"][number];

/** Shows the state of an alert as an icon and a word. */
export function AlertState({ alert }: { alert: Pick<Alert, "isActive" | "state" | "lookedAt"> }) {
  if (!alert.isActive) {
    return (
      <Badge tone="muted" icon={<BellOff aria-hidden />}>
        off
      </Badge>
    );
  }
  if (alert.state === "firing") {
    return (
      <Badge tone="danger" icon={<Bell aria-hidden />}>
        firing
      </Badge>
    );
  }
  if (alert.state === "ok") {
    return (
      <Badge tone="ok" icon={<Check aria-hidden />}>
        ok
      </Badge>
    );
  }
  return (
    <Badge tone="dashed" icon={<CircleHelp aria-hidden />}>
      {alert.lookedAt ? "no data" : "not evaluated yet"}
    </Badge>
  );
}
