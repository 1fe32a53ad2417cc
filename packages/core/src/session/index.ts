export {
  type LoggedHandoff,
  type WorkflowEvent,
  WorkflowLog,
  type WorkflowLogOptions,
  type WriteWorkflowEvent,
} from "../workflow/workflow-log";
export { readAgentsSdkShape } from "./agents-sdk-shape";
export { readAgentsSdkLine } from "./agents-sdk-span";
export { ArtifactReadEvent } from "./artifact-read";
export { readClaudeCodeAgent } from "./claude-code-agent";
export { readClaudeCodeShape } from "./claude-code-shape";
export { readClaudeCodeLine } from "./claude-code-transcript";
export { readCodexExecLine } from "./codex-exec";
export { readCodexLine } from "./codex-rollout";
export { readCodexShape } from "./codex-shape";
export { COMPACTION_TRIGGERS, CompactionEvent, type CompactionTrigger } from "./compaction";
export { ContextSummary, type ObservedRules } from "./context-handoff";
export { readCopilotLine, readCopilotShape } from "./copilot-events";
export { findTransfers, type Transfer, type TransferSpan } from "./find-transfers";
export { readGeminiLine } from "./gemini-session";
export { handoffLogToJson, readHandoffLog } from "./handoff-log";
export { isLangfuseExport, readLangfuseExport } from "./langfuse-export";
export { isLangsmithExport, readLangsmithExport } from "./langsmith-export";
export type { LineShape } from "./line-shape";
export { isOpencodeExport, readOpencode } from "./opencode";
export { readOrchestratorHandoff } from "./orchestrator-handoff";
export { readOtlpLogsLine, readOtlpLogsShape } from "./otlp/claude-code-logs";
export { readOtlpShape } from "./otlp/otlp-shape";
export { type OtlpTracesResult, readOtlpLine, readOtlpTraces } from "./otlp/otlp-trace";
export { OtlpLogsRequest, OtlpTraceRequest } from "./otlp/request";
export { readQwenLine, readQwenShape } from "./qwen-session";
export type { RecordsResult } from "./read-records";
export { readReturnedMetadata } from "./returned-metadata";
export { readSessionEvent, type SessionEventProblem, type SessionEventResult } from "./session-event";
export {
  type AgentFacts,
  type ArtifactReadFacts,
  type CompactionFacts,
  HANDOFF_KINDS,
  type HandoffFacts,
  type HandoffKind,
  handoffFacts,
  isGoverned,
  MEASURES,
  type Measure,
  type ProjectFacts,
  type SessionRecord,
  type SpanFacts,
  sessionRecord,
  type UsageFacts,
  usageFacts,
  type WorkflowFacts,
} from "./session-record";
export { readSessionShape } from "./session-shape";
export { FindingCode, type SizeChanges, TASK_STEPS, TaskHandoffEvent, TaskResponseEvent } from "./task";
export type { TaskFacts } from "./task-facts";
export { readTaskFile } from "./task-file";
export { readWhoAndWhenLog } from "./who-and-when-log";
export { AgentHandoffEvent, WorkflowCompleteEvent, WorkflowStartEvent } from "./workflow";
export { yamlToJson } from "./yaml-to-json";
