import type { SwitchSetting } from "@baton/core/policy";
import { Badge } from "@baton/ui/primitives/badge";
import { Check, CircleOff, Eye } from "lucide-react";

/** Shows whether the rules are enforced, only observed, or off. */
export function SwitchBadge({ setting }: { setting: SwitchSetting }) {
  if (setting === "off") {
    return (
      <Badge tone="warn" icon={<CircleOff aria-hidden />}>
        off, contexts pass unchanged
      </Badge>
    );
  }
  return setting === "observe" ? (
    <Badge tone="accent" icon={<Eye aria-hidden />}>
      observing, not enforced
    </Badge>
  ) : (
    <Badge tone="ok" icon={<Check aria-hidden />}>
      enforced
    </Badge>
  );
}
