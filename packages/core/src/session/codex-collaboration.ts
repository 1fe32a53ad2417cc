import { z } from "zod";
import { AgentId } from "./agent-id";
import type { CodexMemory } from "./codex-memory";
import { parseEmbeddedJson } from "./embedded-json";
import { MAIN_AGENT } from "./main-agent";
import {
  type AgentFacts,
  type HandoffFacts,
  handoffFacts,
  type SessionRecord,
  sessionRecord,
} from "./session-record";
import { textSize } from "./text-size";

const text = z.string().nullish().catch(null);
const role = AgentId.nullish().catch(null);
const statuses = z.record(z.string(), z.unknown()).catch({}).default({});

const Item = z.looseObject({
  type: text,
  id: text,
  tool: text,
  status: text,
  receiver_thread_ids: z.array(z.string()).catch([]).default([]),
  receiver_agents: z
    .array(z.looseObject({ agent_role: role }))
    .catch([])
    .default([]),
  prompt: text,
  agents_states: statuses,
});

/** Fields in which the versions of Codex report other agents. */
const Reported = z.looseObject({
  type: text,
  name: text,
  call_id: text,
  arguments: text,
  output: text,
  new_thread_id: text,
  new_agent_role: role,
  receiver_thread_id: text,
  receiver_agent_role: role,
  prompt: text,
  status: z.unknown().optional(),
  statuses,
  role: text,
  content: z.unknown().optional(),
  sender: text,
  recipient: text,
  item: Item.nullish().catch(null),
});
type Reported = z.infer<typeof Reported>;

/** Reports about the other agents of a run. */
export interface Collaboration {
  handoffs: SessionRecord[];
  agents: AgentFacts[];
  withdrawnHandoff: string | null;
}

/**
 * Reads what a line reports about other agents: a start (delegation), a message, or a response (return). Each
 * is reported up to three times, as a tool call, as its result and as an event, and is a handoff the first
 * time.
 *
 * @param payload of the line; for the first generation, the line itself.
 * @param memory records the agents' threads.
 */
export function readCollaboration(type: string, payload: unknown, memory: CodexMemory): Collaboration {
  const collaboration: Collaboration = { handoffs: [], agents: [], withdrawnHandoff: null };
  const parsed = Reported.safeParse(payload);
  if (!parsed.success) return collaboration;
  const reported = parsed.data;
  if (type === "inter_agent_communication") readMail(reported, memory, collaboration);
  const call = readCall(reported);
  if (call?.kind === "spawn") noteSpawn(call, memory, collaboration);
  if (call?.kind === "message") noteMessage(call, memory, collaboration);
  for (const [threadId, status] of Object.entries(readStatuses(reported))) {
    noteStatus(threadId, status, memory, collaboration);
  }
  return collaboration;
}

interface Call {
  kind: "spawn" | "message";
  callId: string;
  /** Null if the line does not contain it: at the tool call that starts an agent. */
  threadId: string | null;
  role: string | null;
  prompt: string | null;
  hasFailed: boolean;
}

const TOOLS: ReadonlyMap<string, Call["kind"]> = new Map([
  ["spawn_agent", "spawn"],
  ["send_input", "message"],
  ["send_message", "message"],
  ["followup_task", "message"],
]);
const Arguments = z.looseObject({ id: text, target: text, agent_type: role, message: text });

function readCall(reported: Reported): Call | null {
  const { call_id, item } = reported;
  if (reported.type === "function_call") {
    const kind = TOOLS.get(reported.name ?? "");
    const given = Arguments.safeParse(parseEmbeddedJson(reported.arguments ?? ""));
    if (!kind || !given.success) return null;
    const { id, target, agent_type, message } = given.data;
    const threadId = kind === "spawn" ? null : (id ?? target ?? null);
    return toCall(kind, call_id, { threadId, role: agent_type, prompt: message });
  }
  if (item?.type === "CollabAgentToolCall") {
    const kind = TOOLS.get(item.tool ?? "");
    const [threadId] = item.receiver_thread_ids;
    const [agent] = item.receiver_agents;
    if (!kind) return null;
    const hasFailed = item.status === "failed" && !threadId;
    return toCall(kind, item.id, { threadId, role: agent?.agent_role, prompt: item.prompt, hasFailed });
  }
  if (reported.type === "collab_agent_spawn_end") {
    const { new_thread_id: threadId, new_agent_role, prompt } = reported;
    return toCall("spawn", call_id, { threadId, role: new_agent_role, prompt, hasFailed: !threadId });
  }
  if (reported.type === "collab_agent_interaction_end") {
    const { receiver_thread_id: threadId, receiver_agent_role, prompt } = reported;
    return toCall("message", call_id, { threadId, role: receiver_agent_role, prompt });
  }
  return null;
}

type Nullish<T> = { [Key in keyof T]?: T[Key] | null | undefined };

function toCall(
  kind: Call["kind"],
  callId: string | null | undefined,
  { threadId, role, prompt, hasFailed }: Nullish<Omit<Call, "kind" | "callId">>,
): Call | null {
  if (!callId) return null;
  const known = { threadId: threadId ?? null, role: role ?? null, prompt: prompt ?? null };
  return { kind, callId, ...known, hasFailed: hasFailed ?? false };
}

function noteSpawn(call: Call, memory: CodexMemory, collaboration: Collaboration): void {
  const { threadId, role, prompt } = call;
  const identity = `${memory.prefix}:${call.callId}:call`;
  const isNew = memory.noteHandoff(identity);
  if (call.hasFailed) {
    if (!isNew) collaboration.withdrawnHandoff = identity;
    return;
  }
  if (threadId !== null) {
    const { name } = memory.noteThread(
      threadId,
      role === null ? { startedBy: identity } : { startedBy: identity, name: role },
    );
    collaboration.agents.push({ agentId: threadId, name, startedBy: identity, isMain: false });
  }
  if (!isNew) return;
  const to = { toAgent: role ?? "unknown", toAgentId: threadId };
  collaboration.handoffs.push(toRecord(identity, { kind: "delegation", ...from(memory), ...to }, prompt));
}

function noteMessage(call: Call, memory: CodexMemory, collaboration: Collaboration): void {
  const { threadId, prompt } = call;
  const identity = `${memory.prefix}:${call.callId}:message`;
  if (!memory.noteHandoff(identity)) return;
  const before = threadId === null ? null : memory.findThread(threadId);
  if (threadId !== null) memory.noteThread(threadId, { inputCount: (before?.inputCount ?? 0) + 1 });
  const to = { toAgent: before?.name ?? call.role ?? "unknown", toAgentId: threadId };
  collaboration.handoffs.push(toRecord(identity, { kind: "message", ...from(memory), ...to }, prompt));
}

/** `/root` is the main agent; the rest of a path names agents below it. */
const ROOT_PATH = "/root";

/**
 * Reads a message to an agent at its path. The first one after its start is its initial input: it names the
 * agent and is not a message.
 */
function readMail(
  { sender, recipient, content }: Reported,
  memory: CodexMemory,
  collaboration: Collaboration,
): void {
  const name = recipient ? nameAt(recipient) : null;
  if (!sender || name === null) return;
  const started = memory.threads.find(([, { path, startedBy }]) => path === null && startedBy !== null);
  if (started && memory.findPath(name) === null && name !== MAIN_AGENT) {
    const [agentId, { startedBy }] = started;
    memory.noteThread(agentId, { name, path: name });
    collaboration.agents.push({ agentId, name, startedBy, isMain: false, isRenamed: true });
    return;
  }
  const fromAgent = nameAt(sender) ?? "unknown";
  const ids = { fromAgentId: memory.findPath(fromAgent), toAgentId: memory.findPath(name) };
  const prompt = typeof content === "string" ? content : null;
  collaboration.handoffs.push(toRecord(null, { kind: "message", fromAgent, toAgent: name, ...ids }, prompt));
}

/** Returns the name of the agent at a path; null without one. */
export function nameAt(path: string): string | null {
  if (path === ROOT_PATH) return MAIN_AGENT;
  return AgentId.safeParse(path.split("/").at(-1)).data ?? null;
}

const Notification = z.looseObject({ agent_path: z.string(), status: z.unknown().optional() });
const NOTIFICATION = /^<subagent_notification>\s*(\{.*\})\s*<\/subagent_notification>$/s;
const Output = z.looseObject({ status: statuses });
const Texts = z.array(z.looseObject({ text }));

/**
 * Returns the states of threads by ID: from a tool that waits for one or ends one, or from the report that
 * one has ended.
 */
function readStatuses(reported: Reported): Record<string, unknown> {
  switch (reported.type) {
    case "collab_waiting_end":
      return reported.statuses;
    case "collab_close_end":
      return reported.receiver_thread_id ? { [reported.receiver_thread_id]: reported.status } : {};
    case "item_completed":
      return reported.item?.type === "CollabAgentToolCall" ? reported.item.agents_states : {};
    case "function_call_output":
      return Output.safeParse(parseEmbeddedJson(reported.output ?? "")).data?.status ?? {};
    case "message": {
      const said = reported.role === "user" ? Texts.safeParse(reported.content).data?.[0]?.text : null;
      const [, note = ""] = NOTIFICATION.exec(said?.trim() ?? "") ?? [];
      const { data } = Notification.safeParse(parseEmbeddedJson(note));
      return data ? { [data.agent_path]: data.status } : {};
    }
    default:
      return {};
  }
}

/** An ended thread: its response, or its error. Other states are one word. */
const Ended = z.union([
  z
    .looseObject({ completed: z.string().nullable() })
    .transform(({ completed }) => ({ answer: completed, isError: false })),
  z
    .looseObject({ errored: z.string().nullable() })
    .transform(({ errored }) => ({ answer: errored, isError: true })),
]);

/** Records the state of an agent known to this rollout, which responds once to each input. */
function noteStatus(
  threadId: string,
  status: unknown,
  memory: CodexMemory,
  { handoffs }: Collaboration,
): void {
  const thread = memory.findThread(threadId);
  const ended = Ended.safeParse(status);
  if (!thread || !ended.success) return;
  const identity = `${memory.prefix}:${threadId}:return:${thread.inputCount}`;
  if (!memory.noteHandoff(identity)) return;
  const { fromAgent: toAgent, fromAgentId: toAgentId } = from(memory);
  const agents = { fromAgent: thread.name ?? "unknown", fromAgentId: threadId, toAgent, toAgentId };
  const facts = { kind: "return" as const, ...agents, answersIdentity: thread.startedBy };
  handoffs.push({ ...toRecord(identity, facts, ended.data.answer), isError: ended.data.isError });
}

/** Returns the answer or the error of an agent that a payload reports as ended; null for other agents. */
export function findAnswer(payload: unknown, threadId: string): string | null {
  const reported = Reported.safeParse(payload);
  const ended = Ended.safeParse(reported.success ? readStatuses(reported.data)[threadId] : null);
  return ended.success ? ended.data.answer : null;
}

function from({ speaker }: CodexMemory): Pick<HandoffFacts, "fromAgent" | "fromAgentId"> {
  return { fromAgent: speaker.name, fromAgentId: speaker.id };
}

function toRecord(
  identity: string | null,
  facts: Parameters<typeof handoffFacts>[0],
  said: string | null,
): SessionRecord {
  const handoff = handoffFacts({ ...facts, ...textSize(said) });
  return sessionRecord({ eventType: `codex.${facts.kind}`, identity, handoff });
}
