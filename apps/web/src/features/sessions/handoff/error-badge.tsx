import { formatCountOf } from "@baton/ui/format/number";
import { Badge } from "@baton/ui/primitives/badge";
import { TriangleAlert } from "lucide-react";
import type { SessionError } from "../place-errors";

/** Marks a handoff that errors followed; nothing without errors. */
export function ErrorBadge({ errors = [] }: { errors: readonly SessionError[] | undefined }) {
  const [first] = errors;
  if (!first) return null;
  return (
    <Badge
      tone="danger"
      icon={<TriangleAlert aria-hidden />}
      title={errors.map(({ eventType, message }) => message ?? eventType).join("\n")}
    >
      {errors.length === 1 ? first.eventType.replaceAll("_", " ") : formatCountOf(errors.length, "error")}
    </Badge>
  );
}
