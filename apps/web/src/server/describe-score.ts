import "server-only";
import { MIN_SCORE, SCORE_POINTS, type ScoreCriterion } from "@baton/core/handoff-document";
import type { getHandoffDocument } from "@baton/db";

type StoredDocument = NonNullable<Awaited<ReturnType<typeof getHandoffDocument>>>;

/** Label of each criterion, in the order in which a successor needs it. */
const CRITERIA: readonly { criterion: ScoreCriterion; label: string }[] = [
  { criterion: "next_action", label: "One next action" },
  { criterion: "current_state", label: "Current state with file and line" },
  { criterion: "decisions", label: "A rationale for each decision" },
  { criterion: "failed_approaches", label: "Failed approaches" },
  { criterion: "critical_context", label: "Critical context, up to 5 facts" },
  { criterion: "referenced_files", label: "Files that exist" },
  { criterion: "one_screen", label: "Fits one screen" },
  { criterion: "fresh", label: "Fresh" },
];

/** Returns the parts of a handoff document's score, each with all of its points or none. */
export function describeScore({ score, points, findings }: StoredDocument) {
  return {
    total: score,
    needed: MIN_SCORE,
    /** The finding that sets the score to 0 regardless of its parts. */
    voidedBy: findings.find(({ code }) => code === "secret_found" || code === "placeholder")?.code ?? null,
    parts: CRITERIA.map(({ criterion, label }) => ({
      criterion,
      label,
      points: points[criterion],
      of: SCORE_POINTS[criterion],
    })),
  };
}
