import type { ContentRules } from "../scoping/apply-content-rules";
import type { ScopingState } from "../scoping/outcome";
import type { RemovedPaths } from "../scoping/removed-paths";
import type { SummarizerUse } from "../scoping/summarizer-use";
import type { HistoryTerms } from "./filter-history";
import type { History } from "./read-history";

/** A history with the result of scoping. */
export interface HistoryOutcome {
  readonly history: History;
  readonly terms: HistoryTerms;
  readonly removed: RemovedPaths;
  /** The rest of each message, in order; `REMOVED` if nothing is. */
  readonly left: readonly unknown[];
  readonly state: ScopingState;
  /** Sentences for the auditor, without content. */
  readonly notes: readonly string[];
  /** Usage of the model that shortened texts; null without one. */
  readonly summarizer: SummarizerUse | null;
  /** The content rules, with what they found. */
  readonly rules: ContentRules;
}
