import { MAIN_AGENT, SUGGESTION_REASONS, type SuggestionReason } from "@baton/core/host";
import * as z from "zod/mini";

const text = z.catch(z.optional(z.string()), undefined);

const LoggedEvent = z.object({
  event_type: z.enum([
    "tool_call",
    "pre_compact",
    "compaction",
    "compaction_suggested",
    "suggestions_dismissed",
    "facts_given_back",
    "agent_started",
    "agent_launched",
    "policy_seen",
  ]),
  event_id: text,
  agent_id: text,
  agent_type: text,
  tool_use_id: text,
  policy_version: text,
  failed: z.catch(z.optional(z.boolean()), undefined),
  reason: z.catch(z.optional(z.enum(SUGGESTION_REASONS)), undefined),
  trigger: text,
  context_tokens: z.catch(z.optional(z.number()), undefined),
  file: text,
  file_use: z.catch(z.optional(z.enum(["read", "change"])), undefined),
});
type LoggedEvent = z.infer<typeof LoggedEvent>;

/** Tool calls of an agent. */
interface Calls {
  total: Set<string>;
  failed: Set<string>;
}

/** State of a session by its log. */
export interface LoggedState {
  /** Calls of the main agent since the last compaction. */
  toolCalls: number;
  /** Reasons of suggestions since the last compaction, with the event that came first; null if dismissed. */
  suggestedBy: ReadonlyMap<SuggestionReason, string | null>;
  /** The announced compaction that has not happened yet. */
  announced: { trigger: string | null; contextTokens: number | null } | null;
  /** True if compactions are announced here. */
  announcesCompactions: boolean;
  /** The identities of all compactions. */
  compactions: ReadonlySet<string>;
  /** True after a compaction, until its lost facts have been given back. */
  owesFacts: boolean;
  /** Calls of each subagent, by its ID. */
  callsOf: ReadonlyMap<string, { readonly total: ReadonlySet<string>; readonly failed: ReadonlySet<string> }>;
  /** The type of each subagent that started, by its ID. */
  agentTypes: ReadonlyMap<string, string>;
  /** The tool use that launched each background agent, by the agent's ID. */
  launchedBy: ReadonlyMap<string, string>;
  /** Versions of the policies that the log has. */
  policies: ReadonlySet<string>;
  /** Number of an agent's reads of a file since it was changed and since the last compaction. */
  readsOf(agentId: string | undefined, file: string): number;
}

/** Summarizes a log. A call reported by two hooks counts once; ignores foreign lines. */
export function sumUpLog(lines: readonly string[]): LoggedState {
  const compactions = new Set<string>();
  const callsOf = new Map<string, Calls>();
  const agentTypes = new Map<string, string>();
  const launchedBy = new Map<string, string>();
  const policies = new Set<string>();
  /** Keys: the file, then the agent. */
  const reads = new Map<string, Map<string, Set<string>>>();
  let mainCalls = new Set<string>();
  let suggestedBy = new Map<SuggestionReason, string | null>();
  let announced: LoggedState["announced"] = null;
  let announcesCompactions = false;
  let owesFacts = false;
  for (const [index, line] of lines.entries()) {
    const event = parseEvent(line);
    if (event === null) continue;
    const { agent_id = MAIN_AGENT, event_id: identity = `line ${index}` } = event;
    switch (event.event_type) {
      case "tool_call":
        if (agent_id === MAIN_AGENT) mainCalls.add(identity);
        else addCall(callsOf, agent_id, identity, event.failed === true);
        noteFileUse(reads, { ...event, agent_id, identity });
        break;
      case "pre_compact":
        announced = { trigger: event.trigger ?? null, contextTokens: event.context_tokens ?? null };
        announcesCompactions = true;
        break;
      case "compaction":
        compactions.add(identity);
        mainCalls = new Set();
        suggestedBy = new Map();
        reads.clear();
        announced = null;
        owesFacts = true;
        break;
      case "facts_given_back":
        owesFacts = false;
        break;
      case "compaction_suggested":
        if (event.reason && !suggestedBy.has(event.reason)) suggestedBy.set(event.reason, identity);
        break;
      case "suggestions_dismissed":
        for (const reason of SUGGESTION_REASONS) suggestedBy.set(reason, null);
        break;
      case "agent_started":
        if (event.agent_type !== undefined) agentTypes.set(agent_id, event.agent_type);
        break;
      case "agent_launched":
        if (event.tool_use_id !== undefined) launchedBy.set(agent_id, event.tool_use_id);
        break;
      case "policy_seen":
        if (event.policy_version !== undefined) policies.add(event.policy_version);
        break;
    }
  }
  return {
    toolCalls: mainCalls.size,
    suggestedBy,
    announced,
    announcesCompactions,
    compactions,
    owesFacts,
    callsOf,
    agentTypes,
    launchedBy,
    policies,
    readsOf: (agentId = MAIN_AGENT, file) => reads.get(file)?.get(agentId)?.size ?? 0,
  };
}

function noteFileUse(
  reads: Map<string, Map<string, Set<string>>>,
  {
    file,
    file_use,
    agent_id,
    identity,
  }: Pick<LoggedEvent, "file" | "file_use"> & { agent_id: string; identity: string },
): void {
  if (file === undefined) return;
  if (file_use === "change") reads.delete(file);
  if (file_use !== "read") return;
  const byAgent = reads.get(file) ?? new Map<string, Set<string>>();
  reads.set(file, byAgent);
  byAgent.set(agent_id, (byAgent.get(agent_id) ?? new Set()).add(identity));
}

function addCall(callsOf: Map<string, Calls>, agentId: string, identity: string, isFailed: boolean): void {
  const calls = callsOf.get(agentId) ?? { total: new Set(), failed: new Set() };
  callsOf.set(agentId, calls);
  calls.total.add(identity);
  if (isFailed) calls.failed.add(identity);
}

function parseEvent(line: string): LoggedEvent | null {
  try {
    const parsed = LoggedEvent.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
