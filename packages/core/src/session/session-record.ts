import type { MemoryFacts } from "../memory/memory";
import type { HandoffMode } from "../policy/handoff-mode";
import type { Cause, ScopingState } from "../scoping/outcome";
import type { CompactionTrigger } from "./compaction";
import type { ContentFinding } from "./content-finding";
import type { ObservedRules, OutlineEntry } from "./context-handoff";
import type { SpanHandoff } from "./find-transfers";
import type { PolicySeenEvent } from "./policy-seen";
import type { TaskFacts } from "./task-facts";

/**
 * Kinds of handoffs: a governed context, a manifest, a task, a subagent's call, the return of a call or a task, a
 * message between running agents,
 * a transfer to another agent of the same run, a succession (an agent ended and another session continues its
 * work), a span of a trace, or a retrieval of memories for an agent.
 */
export const HANDOFF_KINDS = [
  "context",
  "manifest",
  "task",
  "delegation",
  "return",
  "message",
  "transfer",
  "succession",
  "span",
  "retrieval",
] as const;
export type HandoffKind = (typeof HANDOFF_KINDS)[number];

/** Returns true for the kinds that a policy decides field by field. */
export function isGoverned(kind: HandoffKind): boolean {
  return kind === "context" || kind === "retrieval";
}

/** Source of a count: the model's provider, or Baton (`countTokens`, `cl100k_base`). */
export const MEASURES = ["provider", "counted"] as const;
export type Measure = (typeof MEASURES)[number];

/** Saved tokens by cause; with `added` (≤ 0, tokens that a translation added) they equal the tokens saved. */
export type SavingsByCause = Record<Cause, number> & { added: number };

/** A handoff in terms common to all sources. Sizes are in tokens; null means "not recorded", never zero. */
export interface HandoffFacts {
  kind: HandoffKind;
  /** The declared type or role of an agent; `unknown` until a line names it. */
  fromAgent: string;
  toAgent: string;
  /** The tool's own IDs, which distinguish two agents of one name and join files. No page shows them. */
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
  /** Part of `summarizerTokens` that the model wrote. */
  summarizerOutputTokens: number | null;
  summarizerModel: string | null;
  durationMicroseconds: number | null;
  contextSha256: string | null;
  translationStrategies: string[];
  auditNote: string | null;
  /** Matches of content rules, as the handoff's writer found them. */
  contentFindings: readonly ContentFinding[];
  /** Effect that observed rules would have had; null if none would apply. */
  observedRules: ObservedRules | null;
  outline: OutlineEntry[] | null;
  outlineTruncated: boolean;
  /** The agents whose outputs the context contained. */
  agents: string[] | null;
  /** For a return: the identity of the call that it answers, which determines its agents. */
  answersIdentity: string | null;
  /** For a retrieval: the IDs of the memories that passed. */
  memoryIds: readonly string[];
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
  /** Usage of the model that rephrased the summary; absent without one. */
  summarizerTokens?: number | null;
  summarizerOutputTokens?: number | null;
  summarizerModel?: string | null;
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
  /** Without cache reads and writes. */
  inputTokens: number;
  cacheCreationTokens: number;
  /** Part of `cacheCreationTokens` cached for an hour; the rest is cached for five minutes. */
  cacheCreation1hTokens: number;
  cacheReadTokens: number;
  outputTokens: number;
  /** Reasoning part of `outputTokens`. */
  reasoningTokens: number;
  /**
   * Size of the answer as Baton counts it, to calibrate the model by `outputTokens`. Null unless the answer is text
   * alone, and all of it is in the record.
   */
  answerTokens: number | null;
}

/** Folder, repository and person of a session, as its client wrote them; null means "not recorded". */
export interface ProjectFacts {
  /** Email address of the person who runs the agents, or their name in the path of the home folder. */
  person: string | null;
  folder: string | null;
  /** Address of the repository. */
  repository: string | null;
  branch: string | null;
}

/** Facts about an agent of the session. */
export interface AgentFacts {
  /** The tool's own ID. */
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
 * The start of a workflow, one of its handoffs of manifests, or its end. Sizes are in tokens; null means "not
 * recorded".
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
      /** Size of the full artifacts ÷ size of what was read instead. */
      compressionRatio: number | null;
    };

/** A file of another agent that was read, and the reason; `path` as written, below the project's root. */
export interface ArtifactReadFacts {
  agent: string | null;
  path: string;
  tokens: number;
  reason: string;
}

/**
 * A span of a trace, with its ancestors on the same line. A span is exported when it ends, so a called one
 * may come before its caller.
 */
export interface SpanFacts {
  traceId: string;
  spanId: string;
  /** Number of its record in the line, from 0; null without its own. */
  ordinal: number | null;
  /** The agent that it runs; null for any other span. */
  agent: string | null;
  model: string | null;
  /** The agent's input in tokens, and who counted it; null means "not recorded". */
  inputTokens: number | null;
  inputMeasure: Measure | null;
  /** The key of the model call that the span records (`UsageFacts.key`); null for any other span. */
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
  /** The format's own name of the type: `context_handoff`, `claude_code.assistant` … */
  eventType: string;
  /** Counts once per workspace; null without one, then only its position identifies it. */
  identity: string | null;
  sessionId: string | null;
  /** The tool's own ID of the agent whose line it is; null for the session's own agent. */
  agentId: string | null;
  /** As written; parse it with `parseTimestamp`. Null: the time of the previous record applies. */
  timestamp: string | null;
  /** The session whose agent started this one. */
  parentSessionId: string | null;
  workflowId: string | null;
  /** A short text that identifies the session for users: the user's first request. */
  title: string | null;
  project: ProjectFacts | null;
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
  /** A memory of an agent. */
  memory: MemoryFacts | null;
  /** All spans of the line, in its first record, including those without their own record. */
  spans: readonly SpanFacts[];
  /** Files that the agent read before, and that it reads again unchanged. */
  rereadCount: number;
  /** True if the record reports an error. */
  isError: boolean;
}

const NO_SPANS: readonly SpanFacts[] = [];
const NO_AGENTS: readonly AgentFacts[] = [];
const NO_IDS: readonly string[] = [];

/** Returns a record of which only `fields` are known. */
export function sessionRecord(
  fields: Pick<SessionRecord, "eventType"> & Partial<SessionRecord>,
): SessionRecord {
  return {
    identity: null,
    sessionId: null,
    agentId: null,
    timestamp: null,
    parentSessionId: null,
    workflowId: null,
    title: null,
    project: null,
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
    memory: null,
    spans: NO_SPANS,
    rereadCount: 0,
    isError: false,
    ...fields,
  };
}

/** Returns a handoff of which only `fields` are known; everything else is "not recorded". */
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
    summarizerOutputTokens: null,
    summarizerModel: null,
    durationMicroseconds: null,
    contextSha256: null,
    translationStrategies: [],
    auditNote: null,
    contentFindings: [],
    observedRules: null,
    outline: null,
    outlineTruncated: false,
    agents: null,
    answersIdentity: null,
    memoryIds: NO_IDS,
    ...fields,
  };
}

/** Returns the usage of one call of which only `fields` are known; everything else is zero. */
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
    answerTokens: null,
    ...fields,
  };
}
