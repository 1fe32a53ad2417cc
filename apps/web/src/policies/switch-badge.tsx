import { Badge } from "@baton/ui/primitives/badge";
import { Check, CircleOff, Eye } from "lucide-react";

/** Whether the rules are enforced, only observed, or switched off. */
export function SwitchBadge({ isEnabled, isObserving }: { isEnabled: boolean; isObserving: boolean }) {
  if (!isEnabled) {
    return (
      <Badge tone="warn" icon={<CircleOff aria-hidden />}>
        off, everything passes
      </Badge>
    );
  }
  return isObserving ? (
    <Badge tone="accent" icon={<Eye aria-hidden />}>
      observing, not enforced
    </Badge>
  ) : (
    <Badge tone="ok" icon={<Check aria-hidden />}>
      enforced
    </Badge>
  );
}
