import { CAUSES, type Cause, type OutlineEntry } from "@baton/core";
import type { ChartColour } from "@baton/ui/charts/colour";
import { Badge, type BadgeProps } from "@baton/ui/primitives/badge";
import { ArrowDownToLine, Ban, Check, CircleSlash2, EyeOff, Minus, ScanText, TextQuote } from "lucide-react";
import type { ReactNode } from "react";

/** Name and colour of each cause of a saving, in every chart and ledger. */
export const CAUSE_LOOKS = {
  not_allowed: { label: "Field not allowed", colour: "c1" },
  mode: { label: "Mode", colour: "c2" },
  blocked: { label: "Blocked", colour: "c3" },
  redacted: { label: "Redacted", colour: "c8" },
  summarized: { label: "Summary", colour: "c5" },
  extracted: { label: "Extraction", colour: "c6" },
  dropped: { label: "Dropped", colour: "c7" },
} as const satisfies Record<Cause, { label: string; colour: ChartColour }>;

/** Colour of compactions, which have their own chart, since they are not part of the ledger. */
export const COMPACTION_COLOUR: ChartColour = "c4";

/** Outcomes of a field. */
const OUTCOMES = ["passed", ...CAUSES] as const;
export type Outcome = (typeof OUTCOMES)[number];

const OUTCOME_LOOKS: Record<Outcome, { word: string; icon: ReactNode; tone: BadgeProps["tone"] }> = {
  passed: { word: "passed", icon: <Check aria-hidden />, tone: "ok" },
  blocked: { word: "blocked", icon: <Ban aria-hidden />, tone: "danger" },
  not_allowed: { word: "not allowed", icon: <Minus aria-hidden />, tone: "neutral" },
  mode: { word: "dropped by mode", icon: <ArrowDownToLine aria-hidden />, tone: "neutral" },
  dropped: { word: "not an object", icon: <CircleSlash2 aria-hidden />, tone: "neutral" },
  redacted: { word: "redacted", icon: <EyeOff aria-hidden />, tone: "danger" },
  summarized: { word: "summarized", icon: <TextQuote aria-hidden />, tone: "accent" },
  extracted: { word: "extracted", icon: <ScanText aria-hidden />, tone: "accent" },
};

/** Returns the outcome of a leaf of the outline: the step that removed it, or that it passed. */
export function outcomeOf(entry: Pick<OutlineEntry, "cause">): Outcome {
  return entry.cause ?? "passed";
}

/** Returns the word for an outcome. */
export function wordOf(outcome: Outcome): string {
  return OUTCOME_LOOKS[outcome].word;
}

/** Shows an outcome, always as an icon and a word. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { word, icon, tone } = OUTCOME_LOOKS[outcome];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
