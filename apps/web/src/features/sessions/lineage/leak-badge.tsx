import { Badge } from "@baton/ui/primitives/badge";
import { Droplet } from "lucide-react";
import type { ReactNode } from "react";

/** A field that is blocked for the receiver reached it another way. */
export function LeakBadge({ children = "leak" }: { children?: ReactNode }) {
  return (
    <Badge tone="danger" icon={<Droplet aria-hidden />}>
      {children}
    </Badge>
  );
}
