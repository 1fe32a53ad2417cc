export { completedHandoffs } from "./completed-handoffs";
export {
  type AgentWork,
  adviseHandoff,
  type Continuation,
  continuation,
  EXHAUSTION_LIMITS,
  type ExhaustionLimits,
  type HandoffAdvice,
  PartialResult,
  partialResult,
} from "./exhaustion";
export { type Feature, parseFeatureList } from "./feature-list";
export { type ChainLink, chainHandoffs, type HandoffChains } from "./handoff-chain";
export {
  EMPTY_HANDOFF_DOCUMENT,
  HANDOFF_SECTIONS,
  HandoffDocument,
  HandoffFrontMatter,
  type HandoffSection,
  SECTION_HEADINGS,
} from "./handoff-document";
export { renderHandoffIndex } from "./handoff-index";
export { namesSeveralActions } from "./next-action";
export {
  describeOffloaded,
  INPUTS_OFFLOADED_FROM,
  LARGE_TOKENS,
  type OffloadedText,
  renderOffloaded,
  shouldOffload,
} from "./offload";
export { type ParsedHandoffDocument, parseHandoffDocument } from "./parse-handoff-document";
export {
  clearPartialProgress,
  markPartialProgress,
  type PartialMark,
  readPartialProgress,
} from "./phase-result";
export { findPlaceholders } from "./placeholders";
export {
  listApproaches,
  listObjectives,
  OBJECTIVE_STATUSES,
  type Objective,
  type ObjectiveStatus,
  Progress,
  parseProgress,
  startProgress,
} from "./progress";
export { type RedactedMarkdown, redactMarkdown } from "./redact-markdown";
export { listReferencedFiles } from "./referenced-files";
export { type LoadedDetail, type ReleasedDetail, releaseDetail } from "./release-detail";
export { renderHandoffDocument } from "./render-handoff-document";
export { ReturnMetadata } from "./return-metadata";
export { type HandoffScore, MIN_SCORE, SCORE_POINTS, type ScoreCriterion } from "./score-handoff";
export {
  type CommitFacts,
  evaluateStaleness,
  STALENESS_LEVELS,
  type Staleness,
  type StalenessFacts,
  type StalenessLevel,
} from "./staleness";
export { type ProgressChange, reviseProgress, type UpdatedProgress, updateProgress } from "./update-progress";
export {
  type DocumentFacts,
  type FileState,
  type ValidatedHandoff,
  validateHandoff,
} from "./validate-handoff";
