export { Finding, SEVERITIES, sortFindings } from "./finding";
export { HANDOFF_MODES, type HandoffMode } from "./policy/handoff-mode";
export { describeIssues, toPointer } from "./schema-issue";
export { CAUSES, type Cause, SCOPING_STATES, type ScopingState } from "./scoping/outcome";
export { MAIN_AGENT, readClaudeCodeLine, type TranscriptLineResult } from "./session/claude-code-transcript";
export { COMPACTION_TRIGGERS, CompactionEvent, type CompactionTrigger } from "./session/compaction";
export { AgentId, ContextHandoffEvent, ContextSummary, OutlineEntry } from "./session/context-handoff";
export { PolicySeenEvent } from "./session/policy-seen";
export { readSessionEvent, type SessionEventProblem, type SessionEventResult } from "./session/session-event";
export {
  type CompactionFacts,
  HANDOFF_KINDS,
  type HandoffFacts,
  type HandoffKind,
  handoffFacts,
  MEASURES,
  type Measure,
  type SavingsByCause,
  type SessionRecord,
  sessionRecord,
  type UsageFacts,
} from "./session/session-record";
export { TaskHandoffEvent, TaskResponseEvent } from "./session/task";
export { parseTimestamp } from "./session/timestamp";
export { countTokens, ENCODINGS, type Encoding } from "./tokens/count-tokens";
