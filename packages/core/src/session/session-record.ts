import type { HandoffMode } from "../policy/handoff-mode";
import type { Cause, ScopingState } from "../scoping/outcome";
import type { CompactionTrigger } from "./compaction";
import type { OutlineEntry } from "./context-handoff";
import type { SpanHandoff } from "./find-transfers";
import type { PolicySeenEvent } from "./policy-seen";
import type { TaskFacts } from "./task-facts";

/**
 * Kinds of handoffs: a governed context, a subagent's call and its return, a message between running agents,
 * a transfer to another agent of the same run, a succession (an agent ended and another session continues its
 * work), or a span of a trace.
 */
export const HANDOFF_KINDS = [
  "context",
  "delegation",
  "return",
  "message",
  "transfer",
  "succession",
  "span",
] as const;
export type HandoffKind = (typeof HANDOFF_KINDS)[number];

/** Source of a count: the model's provider, or Baton (`countTokens`, `cl100k_base`). */
export const MEASURES = ["provider", "counted"] as const;
export type Measure = (typeof MEASURES)[number];

/** Saved tokens by cause; with `added` (≤ 0, what a translation put in) they equal the tokens saved. */
export type SavingsByCause = Record<Cause, number> & { added: number };

/**
 * A handoff in the terms that every source shares. Sizes are in
 * tokens; null means "not recorded", never zero.
 */
export interface HandoffFacts {
  kind: HandoffKind;
  /** The declared type or role of an agent; `unknown` until a line names it. */
  fromAgent: string;
  toAgent: string;
  /** The tool's own ids: they tell two agents of one name apart and join files. No page shows them. */
  fromAgentId: string | null;
  toAgentId: string | null;
  mode: HandoffMode | null;
  ruleId: string | null;
  policyVersion: string | null;
  scopingState: ScopingState | null;
  beforeTokens: number | null;
  afterTokens: number | null;
  savedTokens: number | null;
  measureBefore: Measure | null;
  measureAfter: Measure | null;
  savedByCause: SavingsByCause | null;
  toModel: string | null;
  summarizerTokens: number | null;
  durationMicroseconds: number | null;
  contextSha256: string | null;
  translationStrategies: string[];
  auditNote: string | null;
  outline: OutlineEntry[] | null;
  outlineTruncated: boolean;
  /** The agents whose outputs the context held. */
  agents: string[] | null;
  /** For a return: the identity of the call that it answers, from which its agents are known. */
  answersIdentity: string | null;
}

export interface CompactionFacts {
  agent: string | null;
  agentId: string | null;
  /** True if a hook reported it. If the transcript reports it too, only the transcript's record counts. */
  isNotice: boolean;
  trigger: CompactionTrigger | null;
  beforeTokens: number | null;
  afterTokens: number | null;
  preserved: string[];
  summary: string | null;
  /** Facts by class, and how many the summary keeps; null if the texts were not compared. */
  loss: Readonly<Record<string, { total: number; kept: number }>> | null;
}

/**
 * Usage of a model call as counted by its provider. `key` is the provider's response ID: of several records
 * with the same key, the last provides the counts, and the earliest provides time, session and agent. Records
 * without a key all count.
 */
export interface UsageFacts {
  key: string | null;
  /**
   * Key of a record to replace by this one: a sum of all calls of the session so far, or the record of the
   * call in telemetry. It ends with `:sum`. Null if there cannot be one.
   */
  sumKey: string | null;
  agent: string;
  agentId: string | null;
  model: string | null;
  /** Without what was written to the cache or read from it. */
  inputTokens: number;
  cacheCreationTokens: number;
  /** Part of `cacheCreationTokens` cached for an hour; the rest is cached for five minutes. */
  cacheCreation1hTokens: number;
  cacheReadTokens: number;
  outputTokens: number;
  /** Reasoning part of `outputTokens`. */
  reasoningTokens: number;
}

/** Facts about an agent of the session. */
export interface AgentFacts {
  /** The tool's own id. */
  agentId: string;
  /** The declared type or role; null if the record does not have it. */
  name: string | null;
  /** True if the name replaces an earlier one. */
  isRenamed?: true;
  /** Identity of the delegation that started it; null if the record does not have it. */
  startedBy: string | null;
  /**
   * True if the session is this agent's own: a child of the session whose delegation started the agent with
   * this ID.
   */
  isMain: boolean;
}

/**
 * A workflow's beginning, one of its handoffs of manifests, or its end.
 * Sizes are in tokens; null means "not recorded".
 */
export type WorkflowFacts =
  | { kind: "start"; projectName: string | null; agentPlan: string[] }
  | {
      kind: "handoff";
      fromAgent: string;
      toAgent: string;
      /** Paths of manifests, as written: below the project's root. */
      artifacts: string[];
      manifestTokens: number | null;
      requiredTokens: number | null;
    }
  | {
      kind: "complete";
      durationSeconds: number;
      isSuccess: boolean;
      agentsExecuted: string[];
      totalHandoffTokens: number | null;
      /** Full artifacts ÷ what was read in their place. */
      compressionRatio: number | null;
    };

/** A file of another agent's that was read, and why; `path` as written, below the project's root. */
export interface ArtifactReadFacts {
  agent: string | null;
  path: string;
  tokens: number;
  reason: string;
}

/**
 * A span of a trace, and as much of its ancestors as its line tells. A span is exported when it ends, so that
 * one that was called may come before the one that called it.
 */
export interface SpanFacts {
  traceId: string;
  spanId: string;
  /** Number of its record in the line, from 0; null without its own. */
  ordinal: number | null;
  /** The agent whose invocation it is; null for any other span. */
  agent: string | null;
  model: string | null;
  /** The input that the agent was given, in tokens; null means "not recorded". */
  inputTokens: number | null;
  /** The key of the call of a model that the span notes (`UsageFacts.key`); null for any other span. */
  usageKey: string | null;
  /** As written; null if not recorded. The time of its record is the start. */
  endedAt: string | null;
  isWorkflow: boolean;
  /** A transfer to another agent; null for other spans. */
  handoff: SpanHandoff | null;
  /** The nearest agent run above it; null if not in the line. */
  callerId: string | null;
  /** The nearest workflow above it and below its caller; null if not in the line. */
  workflowId: string | null;
  /** If the line has no caller: its nearest ancestor outside the line; null without one. */
  missingId: string | null;
}

/** An event in any file format. A line contains one or several. */
export interface SessionRecord {
  /** `context_handoff`, `claude_code.assistant` …: the format's own name for it. */
  eventType: string;
  /** Counts once per workspace; null without one, then only its position identifies it. */
  identity: string | null;
  sessionId: string | null;
  /** As written; read with `parseTimestamp`. Null: the time of the record before it holds. */
  timestamp: string | null;
  /** The session whose agent started this one. */
  parentSessionId: string | null;
  workflowId: string | null;
  /** A short text that a person would know the session by: the first thing that the user asked for. */
  title: string | null;
  handoff: HandoffFacts | null;
  compaction: CompactionFacts | null;
  usage: UsageFacts | null;
  agents: readonly AgentFacts[];
  /** The identity of a delegation that failed before an agent ran, or of a message that was not delivered. */
  withdrawnHandoff: string | null;
  /** The text that replaced a compacted conversation, on its own line after the compaction. */
  compactionSummary: { compactionIdentity: string; summary: string } | null;
  /** The size after a compaction in tokens, if a later line has it. */
  compactionSize: { compactionIdentity: string; afterTokens: number } | null;
  policySeen: PolicySeenEvent | null;
  workflow: WorkflowFacts | null;
  artifactRead: ArtifactReadFacts | null;
  task: TaskFacts | null;
  /** All spans of the line, in its first record, including those without their own record. */
  spans: readonly SpanFacts[];
  /** True if the record reports an error. */
  isError: boolean;
}

const NO_SPANS: readonly SpanFacts[] = [];
const NO_AGENTS: readonly AgentFacts[] = [];

/** A record in which only `fields` are known. */
export function sessionRecord(
  fields: Pick<SessionRecord, "eventType"> & Partial<SessionRecord>,
): SessionRecord {
  return {
    identity: null,
    sessionId: null,
    timestamp: null,
    parentSessionId: null,
    workflowId: null,
    title: null,
    handoff: null,
    compaction: null,
    usage: null,
    agents: NO_AGENTS,
    withdrawnHandoff: null,
    compactionSummary: null,
    compactionSize: null,
    policySeen: null,
    workflow: null,
    artifactRead: null,
    task: null,
    spans: NO_SPANS,
    isError: false,
    ...fields,
  };
}

/** A handoff of which only `fields` are known: everything else is "not recorded". */
export function handoffFacts(
  fields: Pick<HandoffFacts, "kind" | "fromAgent" | "toAgent"> & Partial<HandoffFacts>,
): HandoffFacts {
  return {
    fromAgentId: null,
    toAgentId: null,
    mode: null,
    ruleId: null,
    policyVersion: null,
    scopingState: null,
    beforeTokens: null,
    afterTokens: null,
    savedTokens: null,
    measureBefore: null,
    measureAfter: null,
    savedByCause: null,
    toModel: null,
    summarizerTokens: null,
    durationMicroseconds: null,
    contextSha256: null,
    translationStrategies: [],
    auditNote: null,
    outline: null,
    outlineTruncated: false,
    agents: null,
    answersIdentity: null,
    ...fields,
  };
}

/** The usage of one call, of which only `fields` are known: nothing else was used. */
export function usageFacts(fields: Pick<UsageFacts, "key" | "agent"> & Partial<UsageFacts>): UsageFacts {
  return {
    sumKey: null,
    agentId: null,
    model: null,
    inputTokens: 0,
    cacheCreationTokens: 0,
    cacheCreation1hTokens: 0,
    cacheReadTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
    ...fields,
  };
}
