import { Badge } from "@baton/ui/primitives/badge";

/** A session whose last event is younger may still run. */
const ACTIVE_MINUTES = 10;

/** Returns true if a session may still run. */
export function isActive(lastEventAt: Date | number): boolean {
  return Date.now() - Number(lastEventAt) < ACTIVE_MINUTES * 60_000;
}

/** Marks a session that may still run. */
export function ActiveBadge({ lastEventAt }: { lastEventAt: Date }) {
  return (
    isActive(lastEventAt) && (
      <Badge tone="ok" title={`Last event less than ${ACTIVE_MINUTES} minutes ago`}>
        active
      </Badge>
    )
  );
}
