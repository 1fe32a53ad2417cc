export {
  ClaudeCodeConversation,
  readClaudeCodeConversation,
  type TranscriptCompaction,
  type TranscriptConversation,
} from "../session/claude-code-conversation";
export { isActionable } from "./actionable";
export { ChatMessages } from "./chat-messages";
export {
  type ConversationCompaction,
  compactConversation,
  compactConversationWith,
} from "./compact-conversation";
export { compactPhase, compactPhaseWith, type PhaseCompaction, type PhaseRequest } from "./compact-phase";
export { COMPACTION_FINDINGS, type CompactionFindingCode } from "./compaction-finding";
export type { ConversationMessage, Speaker, ToolCall } from "./conversation";
export { isDecision } from "./decision";
export { ESSENTIAL_KEYS, EssentialState } from "./essential-state";
export { FACT_CLASSES, type FactClass, type Facts, findFacts } from "./find-facts";
export { isInstruction } from "./instruction";
export { lintContextSummary } from "./lint-context-summary";
export { type CompactionHooks, PhaseWorkflow, type PhaseWorkflowOptions } from "./phase-workflow";
export {
  type ClassLoss,
  type LossReport,
  lossMetrics,
  reportLoss,
  reportLossInPieces,
  sizeOf,
} from "./report-loss";
export { type RestoredSummary, restoreFacts } from "./restore-facts";
export { checkSurvival, type Survival, SurvivalContract } from "./survival-contract";
