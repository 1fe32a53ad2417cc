import type { StalenessLevel } from "@baton/core/handoff-document";
import { Badge } from "@baton/ui/primitives/badge";
import { Check, CircleHelp, Clock, Hourglass, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** Required score of a handoff document, out of 100. */
export const NEEDED_SCORE = 70;

const LEVELS: Record<
  StalenessLevel,
  { word: string; tone: "ok" | "neutral" | "warn" | "danger"; icon: ReactNode }
> = {
  FRESH: { word: "fresh", tone: "ok", icon: <Check aria-hidden /> },
  SLIGHTLY_STALE: { word: "slightly stale", tone: "neutral", icon: <Clock aria-hidden /> },
  STALE: { word: "stale", tone: "warn", icon: <Hourglass aria-hidden /> },
  VERY_STALE: { word: "very stale", tone: "danger", icon: <TriangleAlert aria-hidden /> },
};

/** Shows how much the project has changed since the document was written. */
export function StalenessBadge({ staleness }: { staleness: StalenessLevel | null }) {
  if (staleness === null) {
    return (
      <Badge tone="muted" icon={<CircleHelp aria-hidden />}>
        unknown
      </Badge>
    );
  }
  const { word, tone, icon } = LEVELS[staleness];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

/** Names of the levels, for selection lists. */
export const STALENESS_OPTIONS = [
  ...Object.entries(LEVELS).map(([value, { word }]) => ({ value, label: word })),
  { value: "unknown", label: "unknown" },
];

/** Shows the score out of 100, and whether it is high enough. */
export function ScoreBadge({ score }: { score: number }) {
  const isEnough = score >= NEEDED_SCORE;
  return (
    <Badge
      tone={isEnough ? "ok" : "danger"}
      icon={isEnough ? <Check aria-hidden /> : <TriangleAlert aria-hidden />}
      title={isEnough ? undefined : `${NEEDED_SCORE} required`}
    >
      {score} of 100
    </Badge>
  );
}
