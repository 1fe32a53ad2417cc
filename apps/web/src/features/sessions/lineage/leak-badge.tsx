import { Badge } from "@baton/ui/primitives/badge";
import { Droplet } from "lucide-react";
import type { ReactNode } from "react";

/** Marks a field that is blocked for the receiver but reached it another way. */
export function LeakBadge({ children = "leak" }: { children?: ReactNode }) {
  return (
    <Badge tone="danger" icon={<Droplet aria-hidden />}>
      {children}
    </Badge>
  );
}
