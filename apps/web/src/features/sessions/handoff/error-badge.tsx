import { formatCountOf } from "@baton/ui/format/number";
import { Badge } from "@baton/ui/primitives/badge";
import { TriangleAlert } from "lucide-react";
import type { SessionError } from "../place-errors";

/** Returns the type of an error in words; for a transcript just “error”, because its type is that of the line. */
export function nameError({ eventType }: SessionError): string {
  return eventType.includes(".") ? "error" : eventType.replaceAll("_", " ");
}

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
      {errors.length === 1 ? nameError(first) : formatCountOf(errors.length, "error")}
    </Badge>
  );
}
