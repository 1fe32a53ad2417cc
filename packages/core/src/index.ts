export { type CheckedText, checkText } from "./content/check-text";
export { compileWithDetectors } from "./content/compile-with-detectors";
export type { ContentFinder, Detectors, TextSpan } from "./content/detectors";
export { loadDetectors } from "./content/load-detectors";
export { Finding, type FindingKind } from "./finding";
export type { HandoffMode } from "./policy/handoff-mode";
export { importPolicy, importSwitch } from "./policy/import-export";
export { type ParsedPolicy, parsePolicy } from "./policy/parse-policy";
export { Policy } from "./policy/policy";
export { PolicySwitch } from "./policy/policy-switch";
export { policyVersion } from "./policy/policy-version";
export { ENFORCED } from "./policy/switch-setting";
export {
  type CompiledPolicy,
  compilePolicy,
  type PolicyRelease,
  withoutPolicy,
} from "./scoping/compile-policy";
export {
  type AgentCall,
  type CompiledContext,
  type CompileRequest,
  ContextCompiler,
  type ContextCompilerOptions,
  type ContextProcessor,
  type HandedOver,
  type MessageRequest,
  type WriteSessionEvent,
} from "./scoping/context-compiler";
export type { CapturedContent } from "./scoping/describe-handoff";
export type { Handoff, HandoffPair } from "./scoping/handoff";
export type { HandoffContext, ScopedContext } from "./scoping/handoff-context";
export { HandoffTracker } from "./scoping/handoff-tracker";
export { CAUSES, type Cause, SCOPING_STATES, type ScopingState } from "./scoping/outcome";
export { policyFor, withCandidate } from "./scoping/policy-for";
export { type ReadHandoffContext, readHandoffContext } from "./scoping/read-handoff-context";
export { type ScopingResult, scopeContext, scopeContextWith } from "./scoping/scope-context";
export {
  type Summarizer,
  type Summary,
  type SummaryRequest,
  summarizeExtractively,
} from "./scoping/summarize";
export { AgentId } from "./session/agent-id";
export { ContentFinding } from "./session/content-finding";
export { ContextHandoffEvent, OutlineEntry } from "./session/context-handoff";
export { PolicySeenEvent } from "./session/policy-seen";
