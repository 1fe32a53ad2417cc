import { z } from "zod";
import { AgentId } from "./agent-id";
import { type RecordsResult, refuseShape } from "./read-records";
import {
  type CompactionFacts,
  handoffFacts,
  type SessionRecord,
  sessionRecord,
  usageFacts,
} from "./session-record";
import { shortenTitle } from "./session-title";
import { textSize } from "./text-size";
import { WrittenTokenCount } from "./token-count";

const text = z.string().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const count = WrittenTokenCount.catch(0).default(0);
/** Milliseconds since 1970, up to the maximum of a JavaScript date. */
const time = z.int().nonnegative().max(8.64e15).nullish().catch(null);

const NO_TOKENS = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };
const Tokens = z
  .looseObject({
    total: WrittenTokenCount.nullish().catch(null),
    input: count,
    output: count,
    reasoning: count,
    cache: z.looseObject({ read: count, write: count }).catch(NO_TOKENS.cache).default(NO_TOKENS.cache),
  })
  .nullish()
  .catch(null);
type Tokens = NonNullable<z.infer<typeof Tokens>>;

const Session = z.looseObject({
  id: z.string().startsWith("ses_"),
  parentID: text,
  title: text,
  version: text,
  time: z.looseObject({ created: time }).nullish().catch(null),
});

const Message = z.looseObject({
  id: z.string().min(1),
  sessionID: z.string().min(1),
  role: z.enum(["user", "assistant"]),
  agent: AgentId.nullish().catch(null),
  /** The agent's name in the first versions. */
  mode: AgentId.nullish().catch(null),
  modelID: text,
  parentID: text,
  summary: z.unknown().optional(),
  error: z.unknown().optional(),
  tokens: Tokens,
  time: z.looseObject({ created: time, completed: time }).nullish().catch(null),
});
type Message = z.infer<typeof Message>;

const State = z.looseObject({
  status: text,
  input: z
    .looseObject({ prompt: text, subagent_type: AgentId.nullish().catch(null) })
    .nullish()
    .catch(null),
  output: text,
  error: text,
  metadata: z.looseObject({ sessionId: text }).nullish().catch(null),
  time: z.looseObject({ start: time, end: time }).nullish().catch(null),
});

const Part = z.looseObject({
  id: z.string().min(1),
  sessionID: z.string().min(1),
  messageID: z.string().min(1),
  type: z.string(),
  tool: text,
  text,
  auto: flag,
  tokens: Tokens,
  state: State.nullish().catch(null),
  time: z.looseObject({ start: time, end: time }).nullish().catch(null),
});
type Part = z.infer<typeof Part>;

const Export = z.looseObject({
  info: Session,
  messages: z.array(z.looseObject({ info: Message, parts: z.array(z.unknown()) })),
});

/** The tool that starts a subagent in a separate session. */
const STARTING_TOOL = "task";

/** Returns true if a value is output of `opencode export`. */
export function isOpencodeExport(json: unknown): boolean {
  return Export.safeParse(json).success;
}

/**
 * Converts OpenCode's output to records: the output of `opencode export` for a session (1.18.33), or one file
 * of the storage of versions before 1.2, which contains a session, a message or a part of one
 * (`storage/json-migration.ts` of anomalyco/opencode at 062aa8c0, `session/message-v2.ts` at 007a9409).
 *
 * @param json the parsed document.
 * @returns the records, or the invalid fields (`schema_error`).
 */
export function readOpencode(json: unknown): RecordsResult {
  const whole = Export.safeParse(json);
  if (whole.success) return { ok: true, records: readExport(whole.data) };
  const part = Part.safeParse(json);
  if (part.success) {
    return { ok: true, records: [readPart(part.data), ...readTask(part.data, null)] };
  }
  const message = Message.safeParse(json);
  if (message.success) return { ok: true, records: [readMessage(message.data, [], true)] };
  const session = Session.safeParse(json);
  return session.success
    ? { ok: true, records: [readSession(session.data)] }
    : refuseShape(session.error, json);
}

function readExport({ info, messages }: z.infer<typeof Export>): [SessionRecord, ...SessionRecord[]] {
  const all = messages.map(({ info: message, parts }) => ({
    message,
    parts: parts.flatMap((part) => Part.safeParse(part).data ?? []),
  }));
  const asked = new Map(all.map(({ message, parts }) => [message.id, parts]));
  return [
    readSession(info),
    ...all.flatMap(({ message, parts }) => [
      readMessage(message, parts, false, asked.get(message.parentID ?? "")),
      ...parts.flatMap((part) => readTask(part, message)),
    ]),
  ];
}

function readSession({ id, parentID, title, time }: z.infer<typeof Session>): SessionRecord {
  return sessionRecord({
    eventType: "opencode.session",
    identity: `opencode:${id}`,
    sessionId: id,
    parentSessionId: parentID ?? null,
    title: shortenTitle(title),
    timestamp: toTimestamp(time?.created),
  });
}

/**
 * @param isAlone true if the parts are in other files, which name the message, which names its agent. @param
 * asked parts of the message that this one answers.
 */
function readMessage(
  message: Message,
  parts: readonly Part[],
  isAlone: boolean,
  asked: readonly Part[] = [],
): SessionRecord {
  const { id, sessionID, role, tokens, modelID, time } = message;
  const agent = agentOf(message);
  const steps = parts.flatMap(({ type, tokens }) => (type === "step-finish" && tokens ? [tokens] : []));
  const used = steps.length > 0 ? steps : tokens ? [tokens] : [];
  const isEnded = role === "user" || Boolean(time?.completed) || Boolean(message.error);
  const facts = used.map(toCounts);
  const sum = (pick: (counts: ReturnType<typeof toCounts>) => number) =>
    facts.reduce((total, counts) => total + pick(counts), 0);
  const isUsed = role === "assistant" && sum((counts) => counts.inputTokens + counts.outputTokens) > 0;
  return sessionRecord({
    eventType: `opencode.message.${role}`,
    // An incomplete message is a separate event.
    identity: `opencode:${id}${isEnded ? "" : ":open"}`,
    sessionId: sessionID,
    timestamp: toTimestamp(time?.created),
    agents: isAlone ? [{ agentId: id, name: agent, startedBy: null, isMain: false }] : [],
    isError: Boolean(message.error),
    compaction: isEnded ? readCompaction(message, parts, asked) : null,
    usage: isUsed
      ? usageFacts({
          key: `opencode:${id}`,
          agent: agent ?? "unknown",
          model: modelID ?? null,
          inputTokens: sum((counts) => counts.inputTokens),
          cacheCreationTokens: sum((counts) => counts.cacheCreationTokens),
          cacheReadTokens: sum((counts) => counts.cacheReadTokens),
          outputTokens: sum((counts) => counts.outputTokens),
          reasoningTokens: sum((counts) => counts.reasoningTokens),
        })
      : null,
  });
}

/** Versions that write a total count reasoning separately; the first ones included it in the output. */
function toCounts({ total, input, output, reasoning, cache }: Tokens) {
  const outputTokens = total == null ? output : output + reasoning;
  return {
    inputTokens: input,
    cacheCreationTokens: cache.write,
    cacheReadTokens: cache.read,
    outputTokens,
    reasoningTokens: Math.min(reasoning, outputTokens),
  };
}

/** An assistant message with `summary` replaces the earlier conversation. */
function readCompaction(
  { role, summary, tokens, error }: Message,
  parts: readonly Part[],
  asked: readonly Part[],
): CompactionFacts | null {
  if (role !== "assistant" || summary !== true || error) return null;
  const auto = asked.find(({ type }) => type === "compaction")?.auto ?? null;
  const counts = tokens ? toCounts(tokens) : null;
  const words = parts.flatMap(({ type, text }) => (type === "text" && text ? [text] : []));
  return {
    // The agent `compaction` writes the summary of the continuing agent.
    agent: null,
    agentId: null,
    isNotice: false,
    trigger: auto === null ? null : auto ? "auto" : "manual",
    beforeTokens: counts && counts.inputTokens + counts.cacheReadTokens + counts.cacheCreationTokens,
    afterTokens: counts && counts.outputTokens - counts.reasoningTokens,
    preserved: [],
    summary: words.length === 0 ? null : words.join("\n"),
    loss: null,
  };
}

function readPart({ id, sessionID, type, state, time }: Part): SessionRecord {
  return sessionRecord({
    eventType: `opencode.part.${type}`,
    identity: `opencode:${id}:${state?.status ?? ""}`,
    sessionId: sessionID,
    timestamp: toTimestamp(state?.time?.start ?? time?.start),
    isError: state?.status === "error",
  });
}

const RESULT = /<task_result>\n?([\s\S]*?)\n?<\/task_result>/;

/**
 * Reads the start of a subagent and its response.
 *
 * @param message null if it is in another file, which names the agent by the message's ID.
 */
function readTask(
  { id, sessionID, messageID, type, tool, state }: Part,
  message: Message | null,
): SessionRecord[] {
  if (type !== "tool" || tool !== STARTING_TOOL || !state || state.status === "pending") return [];
  const caller = {
    agent: (message && agentOf(message)) ?? "unknown",
    agentId: message ? null : messageID,
  };
  const child = state.metadata?.sessionId ?? null;
  const name = state.input?.subagent_type ?? null;
  const identity = `opencode:${id}:call`;
  const agents = child === null ? [] : [{ agentId: child, name, startedBy: identity, isMain: false }];
  const start = sessionRecord({
    eventType: "opencode.delegation",
    identity,
    sessionId: sessionID,
    timestamp: toTimestamp(state.time?.start),
    agents,
    handoff: handoffFacts({
      kind: "delegation",
      fromAgent: caller.agent,
      fromAgentId: caller.agentId,
      toAgent: name ?? "unknown",
      toAgentId: child,
      ...textSize(state.input?.prompt),
    }),
  });
  if (state.status !== "completed" && state.status !== "error") return [start];
  const answer =
    state.status === "error" ? state.error : (RESULT.exec(state.output ?? "")?.[1] ?? state.output);
  const end = sessionRecord({
    eventType: "opencode.return",
    identity: `opencode:${id}:return`,
    sessionId: sessionID,
    timestamp: toTimestamp(state.time?.end),
    isError: state.status === "error",
    handoff: handoffFacts({
      kind: "return",
      fromAgent: name ?? "unknown",
      fromAgentId: child,
      toAgent: caller.agent,
      toAgentId: caller.agentId,
      ...textSize(answer),
      answersIdentity: identity,
    }),
  });
  return [start, end];
}

function agentOf({ agent, mode }: Message): string | null {
  return agent ?? mode ?? null;
}

function toTimestamp(milliseconds: number | null | undefined): string | null {
  return milliseconds == null ? null : new Date(milliseconds).toISOString();
}
