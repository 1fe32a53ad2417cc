import type { RolloutPhase } from "@baton/core/manifest";
import type { ReviewState } from "@baton/db";
import { formatCountOf } from "@baton/ui/format/number";
import { Badge } from "@baton/ui/primitives/badge";
import { Meter } from "@baton/ui/primitives/meter";
import { Check, CircleAlert, TriangleAlert, Undo2 } from "lucide-react";

const PHASE_LEVELS: Record<RolloutPhase, number> = { observe: 1, warn: 2, enforce: 3 };

/** Shows a rollout phase as a word and a level; dashed if it is the default of all agents. */
export function PhaseBadge({ phase, isOwn = true }: { phase: RolloutPhase; isOwn?: boolean }) {
  return (
    <Badge tone={isOwn ? "neutral" : "dashed"} icon={<Meter filled={PHASE_LEVELS[phase]} />}>
      {phase}
    </Badge>
  );
}

/** Shows the number of findings, worst kind first. */
export function FindingsBadge({ errorCount, warningCount }: { errorCount: number; warningCount: number }) {
  if (errorCount > 0) {
    return (
      <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
        {formatCountOf(errorCount, "error")}
      </Badge>
    );
  }
  if (warningCount > 0) {
    return (
      <Badge tone="warn" icon={<TriangleAlert aria-hidden />}>
        {formatCountOf(warningCount, "warning")}
      </Badge>
    );
  }
  return (
    <Badge tone="ok" icon={<Check aria-hidden />}>
      no findings
    </Badge>
  );
}

/** Shows a reviewer's decision. */
export function ReviewBadge({ review }: { review: ReviewState }) {
  if (review === "approved") {
    return (
      <Badge tone="ok" icon={<Check aria-hidden />}>
        approved
      </Badge>
    );
  }
  return review === "sent_back" ? (
    <Badge tone="warn" icon={<Undo2 aria-hidden />}>
      changes requested
    </Badge>
  ) : (
    <Badge tone="muted">not reviewed</Badge>
  );
}
