export { withContextBudget } from "./budget/context-budget";
export { BudgetLimits, DEFAULT_BUDGET_LIMITS } from "./budget/limits";
export {
  CONTEXT_PARTS,
  type ContextPart,
  type ContextPlan,
  type Overrun,
  type PlannedPart,
  planContext,
} from "./budget/plan-context";
export {
  ALERT_LEVELS,
  ALERT_SHARES,
  type AlertLevel,
  alertLevel,
  contextUtilization,
  type EnteringContext,
  enteringTokens,
  type HandoffSize,
  handoffUtilization,
} from "./budget/utilization";
export {
  type AgentUsage,
  type MeasuredHandoff,
  WorkflowBudget,
  type WorkflowSums,
} from "./budget/workflow-budget";
export { Finding, type FindingKind, findingMaker, MAX_FINDINGS, SEVERITIES, sortFindings } from "./finding";
export { groupBy } from "./group-by";
export { isObject } from "./is-object";
export { findJsonExcess } from "./json-excess";
export { describeUnresolved } from "./manifest/checks/dependencies";
export {
  COMPRESSION_TARGETS,
  type Compression,
  compressionOf,
  isCompressionLow,
  type ManifestSizes,
} from "./manifest/compression";
export { HandoffRollout, phaseOf, ROLLOUT_PHASES, type RolloutPhase } from "./manifest/handoff-rollout";
export { type GateVerdict, judgeGate } from "./manifest/judge-gate";
export {
  judgeReadiness,
  type ManifestRecord,
  MIN_READINESS_MANIFESTS,
  READINESS_WINDOW,
  type Readiness,
} from "./manifest/judge-readiness";
export {
  ARTIFACT_TYPES,
  type ArtifactType,
  DEFAULT_AGENT_REGISTRY,
  FileReference,
  HandoffManifest,
  KeyDecision,
  MAX_MANIFEST_VALUES,
  manifestTokens,
} from "./manifest/manifest";
export type { FileOnDisk, ManifestFiles, NamedFiles } from "./manifest/manifest-files";
export { type ManifestView, viewManifest } from "./manifest/manifest-view";
export { projectRootOf } from "./manifest/project-root";
export {
  type DependencyGraph,
  type ResolvedDependency,
  resolveDependencies,
  type UncoveredConstraint,
  type WorkflowManifest,
} from "./manifest/resolve-dependencies";
export { type ManifestValidation, measureManifest, validateManifest } from "./manifest/validate-manifest";
export { nameUpTo } from "./name";
export { pathBelow } from "./path-below";
export { isComparable, isTellable } from "./policy/comparison-size";
export { type CoveredPair, coverPairs, type PairTraffic } from "./policy/cover-pairs";
export type { RuleChange, SettingChange } from "./policy/diff/diff-rules";
export {
  diffPolicies,
  type FieldChange,
  namedPairs,
  type ObservedPair,
  type PairChange,
  type PolicyDiff,
} from "./policy/diff-policies";
export { effectivePolicy, listExpiries, type RuleExpiry } from "./policy/effective-policy";
export {
  explainMatch,
  type MatchCandidate,
  type MatchExplanation,
  VERDICTS,
  type Verdict,
} from "./policy/explain-match";
export { HANDOFF_MODES, type HandoffMode } from "./policy/handoff-mode";
export {
  type ExportedText,
  exportPolicy,
  exportSwitch,
  importPolicy,
  importSwitch,
} from "./policy/import-export";
export { isJudgeable } from "./policy/is-judgeable";
export {
  Acknowledgement,
  judgePublication,
  type NewlyLetThrough,
  PUBLICATION_GROUNDS,
  PUBLICATION_OBSTACLES,
  type PublicationGround,
  type PublicationObstacle,
  type PublicationRequest,
  type PublicationVerdict,
} from "./policy/judge-publication";
export { type LintOptions, lintPolicy } from "./policy/lint-policy";
export {
  createPolicyIndex,
  expiryOf,
  type IndexedRule,
  matchRule,
  type PolicyIndex,
  type RuleMatch,
  SPECIFICITIES,
  type Specificity,
  specificityOf,
} from "./policy/match-rule";
export {
  type MergeConflict,
  type MergedPolicy,
  type MergeSide,
  mergePolicies,
  type PolicySection,
} from "./policy/merge-policies";
export { readOutlinePath } from "./policy/outline-path";
export { type ParsedPolicy, POLICY_SECTION, parsePolicy } from "./policy/parse-policy";
export {
  ANY_AGENT,
  ConversationTranslation,
  DEFAULT_MINIMAL_INPUT_FIELDS,
  ENFORCEMENT_LEVELS,
  type EnforcementLevel,
  HandoffRule,
  Policy,
  RESERVED_AGENT_IDS,
  SCHEMA_VERSION,
} from "./policy/policy";
export {
  ENFORCED,
  type ParsedSwitch,
  PolicySwitch,
  parseSwitch,
  SWITCH_SETTINGS,
  type SwitchSetting,
  switchSetting,
} from "./policy/policy-switch";
export { policyVersion } from "./policy/policy-version";
export type { FieldReplay } from "./policy/replay/field-tally";
export { OutlinePage, packOutlines, unpackOutlines } from "./policy/replay/outline-page";
export {
  type PairReplay,
  PolicyReplay,
  type PolicyReplayResult,
  type RecordedHandoff,
  type ReplayTotals,
  type RuleReplay,
  replayPolicy,
} from "./policy/replay-policy";
export { SAMPLE_POLICY } from "./policy/sample-policy";
export { causeOf, type LeafOutcome, type OutlineScope, scopeOutline } from "./policy/scope-outline";
export {
  type CauseField,
  type CauseTokens,
  causeField,
  grossOf,
  mapCauseFields,
  mapCauses,
  netOf,
  type SavedTokens,
  savedBy,
  shareOf,
  shareSaved,
  unattributedOf,
} from "./savings";
export { describeIssues, toPointer } from "./schema-issue";
export { type CompiledPolicy, compilePolicy, withoutPolicy } from "./scoping/compile-policy";
export {
  type CompiledContext,
  type CompileRequest,
  ContextCompiler,
  type ContextCompilerOptions,
  type ContextProcessor,
  type HandedOver,
  type WriteSessionEvent,
} from "./scoping/context-compiler";
export type { CapturedContent } from "./scoping/describe-handoff";
export { escapeKey } from "./scoping/field-pattern";
export type { Handoff, HandoffPair } from "./scoping/handoff";
export { type HandoffContext, RESERVED_PART_NAMES, type ScopedContext } from "./scoping/handoff-context";
export { HandoffTracker } from "./scoping/handoff-tracker";
export { apportionSavings } from "./scoping/ledger";
export { CAUSES, type Cause, SCOPING_STATES, type ScopingState } from "./scoping/outcome";
export { MAX_OUTLINE_PATHS } from "./scoping/outline";
export { plainJson } from "./scoping/plain-json";
export { type ReadHandoffContext, readHandoffContext } from "./scoping/read-handoff-context";
export { type ScopingResult, scopeContext, scopeContextWith } from "./scoping/scope-context";
export { parseStrictJson, type StrictJson } from "./scoping/strict-json";
export {
  cutToTokens,
  type Summarizer,
  type Summary,
  type SummaryRequest,
  summarizeExtractively,
} from "./scoping/summarize";
export { TRANSLATION_STRATEGIES, type TranslationStrategy } from "./scoping/translate-outputs";
export type { SecretFinder, SecretPlace } from "./secret-finder";
export { ArtifactReadEvent, READ_REASONS, type ReadReason } from "./session/artifact-read";
export { readClaudeCodeLine } from "./session/claude-code-transcript";
export { COMPACTION_TRIGGERS, CompactionEvent, type CompactionTrigger } from "./session/compaction";
export { AgentId, ContextHandoffEvent, ContextSummary, OutlineEntry } from "./session/context-handoff";
export { findTransfers, type Transfer, type TransferSpan } from "./session/find-transfers";
export { MAIN_AGENT } from "./session/main-agent";
export { PolicySeenEvent } from "./session/policy-seen";
export { readSessionEvent, type SessionEventProblem, type SessionEventResult } from "./session/session-event";
export {
  type AgentFacts,
  type ArtifactReadFacts,
  type CompactionFacts,
  HANDOFF_KINDS,
  type HandoffFacts,
  type HandoffKind,
  handoffFacts,
  MEASURES,
  type Measure,
  type SavingsByCause,
  type SessionRecord,
  type SpanFacts,
  sessionRecord,
  type UsageFacts,
  usageFacts,
  type WorkflowFacts,
} from "./session/session-record";
export { fromStorableText, toStorableText } from "./session/storable-text";
export {
  FoundCode,
  type SizeChanges,
  TASK_HANDOFF_STEPS,
  TASK_RESPONSE_STEPS,
  TASK_STEPS,
  TaskHandoffEvent,
  type TaskHandoffStep,
  TaskResponseEvent,
  type TaskResponseStep,
  type TaskStepName,
} from "./session/task";
export type { TaskFacts } from "./session/task-facts";
export { parseTimestamp } from "./session/timestamp";
export { AgentHandoffEvent, WorkflowCompleteEvent, WorkflowStartEvent } from "./session/workflow";
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
} from "./succession/exhaustion";
export { type Feature, parseFeatureList } from "./succession/feature-list";
export { type ChainLink, chainHandoffs, type HandoffChains } from "./succession/handoff-chain";
export {
  EMPTY_HANDOFF_DOCUMENT,
  HANDOFF_SECTIONS,
  HandoffDocument,
  HandoffFrontMatter,
  type HandoffSection,
  SECTION_HEADINGS,
} from "./succession/handoff-document";
export { renderHandoffIndex } from "./succession/handoff-index";
export { namesSeveralActions } from "./succession/next-action";
export {
  describeOffloaded,
  INPUTS_OFFLOADED_FROM,
  LARGE_TOKENS,
  type OffloadedText,
  renderOffloaded,
  shouldOffload,
} from "./succession/offload";
export { type ParsedHandoffDocument, parseHandoffDocument } from "./succession/parse-handoff-document";
export {
  clearPartialProgress,
  markPartialProgress,
  type PartialMark,
  readPartialProgress,
} from "./succession/phase-result";
export {
  listApproaches,
  listObjectives,
  OBJECTIVE_STATUSES,
  type Objective,
  type ObjectiveStatus,
  Progress,
  parseProgress,
} from "./succession/progress";
export { listReferencedFiles } from "./succession/referenced-files";
export { type LoadedDetail, type ReleasedDetail, releaseDetail } from "./succession/release-detail";
export { renderHandoffDocument } from "./succession/render-handoff-document";
export { ReturnMetadata } from "./succession/return-metadata";
export { type HandoffScore, MIN_SCORE, SCORE_POINTS, type ScoreCriterion } from "./succession/score-handoff";
export {
  type CommitFacts,
  judgeStaleness,
  STALENESS_LEVELS,
  type Staleness,
  type StalenessFacts,
  type StalenessLevel,
} from "./succession/staleness";
export {
  type ProgressChange,
  reviseProgress,
  type UpdatedProgress,
  updateProgress,
} from "./succession/update-progress";
export {
  type DocumentFacts,
  type FileState,
  type ValidatedHandoff,
  validateHandoff,
} from "./succession/validate-handoff";
export {
  TASK_LIMITS,
  TASK_PRIORITIES,
  TASK_STATUSES,
  TaskHandoff,
  type TaskPriority,
  TaskResponse,
  type TaskStatus,
  taskHandoffTokens,
} from "./task/task-handoff";
export {
  collectTaskAttempts,
  measureTasks,
  type Share,
  type TaskAttempt,
  type TaskMetrics,
} from "./task/task-metrics";
export { countTokens, ENCODINGS, type Encoding } from "./tokens/count-tokens";
export { artifactDirectory, isSameScope } from "./workflow/artifact-directory";
export {
  compareVersions,
  type JudgedManifest,
  type ListChange,
  type SizeChange,
  type ValueChange,
  type VersionComparison,
} from "./workflow/compare-versions";
export {
  type LoggedHandoff,
  type WorkflowEvent,
  WorkflowLog,
  type WorkflowLogOptions,
  type WriteWorkflowEvent,
} from "./workflow/workflow-log";
