import { type HandoffDocument, SECTION_HEADINGS } from "./handoff-document";
import { namesSeveralActions } from "./next-action";
import { findFiles } from "./referenced-files";
import type { StalenessLevel } from "./staleness";

/** Below this, a handoff document is of low quality. */
export const MIN_SCORE = 70;
export const MAX_CRITICAL_CONTEXT = 5;
/** One screen. */
export const MAX_LINES = 120;
export const MAX_TOKENS = 1_000;

/** Criteria and their share of the 100 points. */
export const SCORE_POINTS = {
  next_action: 20,
  current_state: 15,
  decisions: 15,
  failed_approaches: 10,
  critical_context: 10,
  referenced_files: 15,
  one_screen: 10,
  fresh: 5,
} as const;
export type ScoreCriterion = keyof typeof SCORE_POINTS;

export interface HandoffScore {
  /** From 0 to 100. */
  total: number;
  /** The points of each criterion: all of them, or none. */
  points: Record<ScoreCriterion, number>;
}

export interface ScoringFacts {
  document: HandoffDocument;
  lines: number;
  /** In tokens of `cl100k_base`. */
  tokens: number;
  /** Mentioned files that are missing. */
  missingFiles: number;
  staleness: StalenessLevel | null;
  hasSecret: boolean;
  hasPlaceholder: boolean;
}

/** Returns the score of a handoff document; 0 with a secret or a placeholder. */
export function scoreHandoff(facts: ScoringFacts): HandoffScore {
  const { document } = facts;
  const isVoid = facts.hasSecret || facts.hasPlaceholder;
  const isMet: Record<ScoreCriterion, boolean> = {
    next_action: document.nextAction !== null && !namesSeveralActions(document.nextAction),
    current_state: document.currentState !== null && namesPlace(document.currentState),
    decisions: document.decisions?.every(({ rationale }) => rationale !== null) ?? false,
    failed_approaches: document.failedApproaches !== null,
    critical_context:
      document.criticalContext !== null && document.criticalContext.length <= MAX_CRITICAL_CONTEXT,
    referenced_files: facts.missingFiles === 0,
    one_screen: fitsOneScreen(facts),
    fresh: facts.staleness === "FRESH",
  };
  const give = (criterion: ScoreCriterion) => (isMet[criterion] && !isVoid ? SCORE_POINTS[criterion] : 0);
  const points: Record<ScoreCriterion, number> = {
    next_action: give("next_action"),
    current_state: give("current_state"),
    decisions: give("decisions"),
    failed_approaches: give("failed_approaches"),
    critical_context: give("critical_context"),
    referenced_files: give("referenced_files"),
    one_screen: give("one_screen"),
    fresh: give("fresh"),
  };
  return { total: Object.values(points).reduce((sum, value) => sum + value, 0), points };
}

/** Returns true if a document fits on a screen: at most 120 lines and 1,000 tokens. */
export function fitsOneScreen({ lines, tokens }: { lines: number; tokens: number }): boolean {
  return lines <= MAX_LINES && tokens <= MAX_TOKENS;
}

/** Returns true for a file with a place in it: a line, or code after "in", "at", "after" or "before". */
function namesPlace(text: string): boolean {
  const place =
    /\blines?\b[^\n]{0,3}\d|[\w)]:\d+\b|#L\d+|\blocation\b\W*\S|\b(?:in|at|after|before|inside)\s+(?:the\s+)?`/i;
  const file = /[\w-]\.[A-Za-z][A-Za-z0-9]{0,9}\b/;
  return place.test(text) && (findFiles(text).length > 0 || file.test(text));
}

/** Explains the lost points of a score. */
export function explainLostPoints({ points }: HandoffScore): string[] {
  const names: Record<ScoreCriterion, string> = {
    next_action: "one next action",
    current_state: "a current state with a file and line",
    decisions: "a rationale for each decision",
    failed_approaches: `a section "${SECTION_HEADINGS.failedApproaches}"`,
    critical_context: `${SECTION_HEADINGS.criticalContext} of at most ${MAX_CRITICAL_CONTEXT} facts`,
    referenced_files: "files that exist",
    one_screen: "one screen",
    fresh: "being fresh",
  };
  return CRITERIA.filter((criterion) => points[criterion] === 0).map(
    (criterion) => `${names[criterion]} (${SCORE_POINTS[criterion]})`,
  );
}

const CRITERIA: readonly ScoreCriterion[] = [
  ...(["next_action", "current_state", "decisions", "failed_approaches"] as const),
  ...(["critical_context", "referenced_files", "one_screen", "fresh"] as const),
];
