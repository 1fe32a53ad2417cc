import { Badge } from "@baton/ui/primitives/badge";
import { Eye } from "lucide-react";

/** Marks a rule that only observes. */
export function ObservedBadge() {
  return (
    <Badge tone="accent" icon={<Eye aria-hidden />}>
      observe
    </Badge>
  );
}
