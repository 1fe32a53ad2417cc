import type { HandoffMode } from "../policy/handoff-mode";
import type { Cause, ScopingState } from "../scoping/outcome";
import type { CompactionTrigger } from "./compaction";
import type { OutlineEntry } from "./context-handoff";
import type { SpanHandoff } from "./find-transfers";
import type { PolicySeenEvent } from "./policy-seen";
import type { TaskFacts } from "./task-facts";

/**
 * Where a handoff was seen: a governed context, a subagent's call and its return, a message between running
 * agents, control that moved to another agent of the same run, or a span of a trace.
 */
export const HANDOFF_KINDS = ["context", "delegation", "return", "message", "transfer", "span"] as const;
export type HandoffKind = (typeof HANDOFF_KINDS)[number];

/** Who counted: the model's provider, or Baton (`countTokens`, `cl100k_base`). */
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
  /** Whether a hook tells of it: where the transcript tells of it too, the transcript's record counts alone. */
  isNotice: boolean;
  trigger: CompactionTrigger | null;
  beforeTokens: number | null;
  afterTokens: number | null;
  preserved: string[];
  summary: string | null;
  /**
   * By class, how many facts there were, and how many stand in the
   * summary; null where nobody compared the texts.
   */
  loss: Readonly<Record<string, { total: number; kept: number }>> | null;
}

/**
 * What one call of a model used, as its provider counted it. `key` is the provider's id of the response: of
 * several records with the same key the last gives the counts, and the earliest the time, the session and
 * the agent. Without a key each counts.
 */
export interface UsageFacts {
  key: string | null;
  /**
   * The key of a record that sums up all calls of the session so far: it gives way to the calls themselves.
   * Null where there can be none.
   */
  sumKey: string | null;
  agent: string;
  agentId: string | null;
  model: string | null;
  /** Without what was written to the cache or read from it. */
  inputTokens: number;
  cacheCreationTokens: number;
  /** Of `cacheCreationTokens`, what was written for an hour; the rest was written for five minutes. */
  cacheCreation1hTokens: number;
  cacheReadTokens: number;
  outputTokens: number;
  /** Of `outputTokens`, what the model reasoned. */
  reasoningTokens: number;
}

/** What a record tells of an agent of its session. */
export interface AgentFacts {
  /** The tool's own id. */
  agentId: string;
  /** The declared type or role; null where the record does not tell it. */
  name: string | null;
  /** True where the name takes the place of one that was told before. */
  isRenamed?: true;
  /** The identity of the delegation that started it; null where the record does not tell it. */
  startedBy: string | null;
  /**
   * Whether the session is this agent's own. Such a session is a child of the session in which a delegation
   * started the agent of that id.
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
  /** Which record of its line it is, from 0; null where it is none of its own. */
  ordinal: number | null;
  /** The agent whose invocation it is; null for any other span. */
  agent: string | null;
  model: string | null;
  /** The input that the agent was given, in tokens; null means "not recorded". */
  inputTokens: number | null;
  /** The key of the call of a model that the span notes (`UsageFacts.key`); null for any other span. */
  usageKey: string | null;
  /** As written; null where it is not recorded. Its start is its record's time. */
  endedAt: string | null;
  isWorkflow: boolean;
  /** What it says of control that moves to another agent; null for any other span. */
  handoff: SpanHandoff | null;
  /** The nearest invocation of an agent above it; null where the line tells of none. */
  callerId: string | null;
  /** The nearest workflow above it, below its caller; null where the line tells of none. */
  workflowId: string | null;
  /**
   * Where the line knows no caller: its nearest ancestor that the line
   * does not tell of; null where there is none.
   */
  missingId: string | null;
}

/** One event, whatever the format of the file that it stood in. A line holds one or several. */
export interface SessionRecord {
  /** `context_handoff`, `claude_code.assistant` …: the format's own name for it. */
  eventType: string;
  /**
   * Counts once per workspace; null where the source gives none, and
   * then only its position tells it from others.
   */
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
  /**
   * The text that took the place of a compacted conversation; it stands
   * on a line of its own, after the compaction.
   */
  compactionSummary: { compactionIdentity: string; summary: string } | null;
  /** The size after a compaction, in tokens, where a later line tells it. */
  compactionSize: { compactionIdentity: string; afterTokens: number } | null;
  policySeen: PolicySeenEvent | null;
  workflow: WorkflowFacts | null;
  artifactRead: ArtifactReadFacts | null;
  task: TaskFacts | null;
  /** All spans of the line, with its first record; those that are no records of their own too. */
  spans: readonly SpanFacts[];
  /** True where the record says that something failed. */
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
