import { z } from "zod";
import { countTokens } from "../tokens/count-tokens";
import { AgentId } from "./context-handoff";
import { parseEmbeddedJson } from "./embedded-json";
import { MAIN_AGENT } from "./main-agent";
import type { RecordsResult } from "./read-records";
import {
  handoffFacts,
  type SessionRecord,
  sessionRecord,
  type UsageFacts,
  usageFacts,
} from "./session-record";
import { WrittenTokenCount } from "./token-count";

/** The tool that starts another agent. */
const SPAWNING_TOOL = "spawn_agent";

const TITLE_LENGTH = 200;

const text = z.string().optional().catch(undefined);
const count = WrittenTokenCount.catch(0).default(0);

const TokenUsage = z.object({
  input_tokens: count,
  cached_input_tokens: count,
  output_tokens: count,
  total_tokens: WrittenTokenCount.optional().catch(undefined),
});
type TokenUsage = z.infer<typeof TokenUsage>;

const TokenInfo = z.looseObject({
  model: text,
  total_token_usage: TokenUsage.optional().catch(undefined),
  last_token_usage: TokenUsage.optional().catch(undefined),
});

const Payload = z.looseObject({
  type: text,
  message: text,
  name: text,
  arguments: text,
  call_id: text,
  info: TokenInfo.nullish().catch(undefined),
});
type Payload = z.infer<typeof Payload>;

/** Each field is read by itself, so that one odd field costs no line. */
const RolloutLine = z.looseObject({
  type: text,
  record_type: text,
  timestamp: text,
  id: text,
  payload: Payload.optional().catch(undefined),
});
type RolloutLine = z.infer<typeof RolloutLine>;

/**
 * Turns one parsed line of a Codex rollout into records: the line itself, and after a call
 * that starts another agent, the handoff to it (the tokens of its message; the caller's
 * context is not recorded). Rollouts of the first generation, whose lines have no `payload`,
 * are kept as events; no sizes stand in them.
 *
 * @param json one line, parsed.
 * @param session the rollout's: counts of tokens are told apart by it.
 * @returns the records, or why the line is none of a rollout (`not_an_event`).
 */
export function readCodexLine(json: unknown, session: string | null): RecordsResult {
  const parsed = RolloutLine.safeParse(json);
  if (!parsed.success || Array.isArray(json)) return notAnEvent("the line is JSON but no object");
  const line = parsed.data;
  const type = readType(line);
  if (type === undefined) return notAnEvent("the object has neither a type nor the form of a first line");
  const payload: Payload = line.payload ?? {};
  const subtype = payload.type;
  const record = sessionRecord({
    eventType: `codex.${subtype ? `${type}.${subtype}` : type}`,
    timestamp: line.timestamp ?? null,
    title: subtype === "user_message" ? readTitle(payload) : null,
    usage: subtype === "token_count" ? readUsage(payload, session) : null,
    compaction: type === "compacted" ? readCompaction(payload) : null,
    isError: subtype === "error" || subtype === "stream_error",
  });
  return { ok: true, records: [record, ...readSpawn(line.payload ?? line, line.timestamp ?? null)] };
}

function notAnEvent(message: string): RecordsResult {
  return { ok: false, problem: { code: "not_an_event", message } };
}

/** Rollouts of the first generation begin with a line that has an id and a time but no type. */
function readType({ type, record_type, id, timestamp }: RolloutLine): string | undefined {
  return type ?? record_type ?? (id !== undefined && timestamp !== undefined ? "session_meta" : undefined);
}

function readTitle({ message }: Payload): string | null {
  const spoken = message?.trim() ?? "";
  return spoken === "" || spoken.startsWith("<") ? null : spoken.slice(0, TITLE_LENGTH);
}

/**
 * A snapshot holds the sum so far and what the last call used, and is often repeated: all with the same sum
 * are one call. A snapshot that has only the sum stands for the whole rollout, and the last of them counts.
 */
function readUsage({ info }: Payload, session: string | null): UsageFacts | null {
  const total = info?.total_token_usage;
  const last = info?.last_token_usage;
  const used = last ?? total;
  // After a compaction the window is estimated anew, in a snapshot of a call that used nothing.
  if (!info || !used || isNothing(used)) return null;
  const key = [
    "codex",
    session ?? "",
    last ? (total?.total_tokens ?? `${last.input_tokens}+${last.output_tokens}`) : "sum",
  ];
  return usageFacts({
    key: key.join(":"),
    agent: MAIN_AGENT,
    model: info.model ?? null,
    // Input counts what came from the cache, and output what was reasoned.
    inputTokens: Math.max(0, used.input_tokens - used.cached_input_tokens),
    cacheReadTokens: used.cached_input_tokens,
    outputTokens: used.output_tokens,
  });
}

function isNothing({ input_tokens, cached_input_tokens, output_tokens }: TokenUsage): boolean {
  return input_tokens + cached_input_tokens + output_tokens === 0;
}

function readCompaction({ message }: Payload): SessionRecord["compaction"] {
  return {
    agent: MAIN_AGENT,
    agentId: null,
    trigger: null,
    beforeTokens: null,
    afterTokens: null,
    preserved: [],
    summary: message || null,
    loss: null,
  };
}

const SpawnCall = z.looseObject({
  type: z.literal("function_call"),
  name: z.literal(SPAWNING_TOOL),
  arguments: z.string(),
  call_id: text,
});
const SpawnArguments = z.looseObject({ agent_type: AgentId.optional().catch(undefined), message: text });

function readSpawn(payload: unknown, timestamp: string | null): SessionRecord[] {
  const call = SpawnCall.safeParse(payload);
  const spawn = call.success ? SpawnArguments.safeParse(parseEmbeddedJson(call.data.arguments)) : null;
  if (!call.success || !spawn?.success) return [];
  const { agent_type, message } = spawn.data;
  return [
    sessionRecord({
      eventType: "codex.delegation",
      identity: call.data.call_id ? `${call.data.call_id}:call` : null,
      timestamp,
      handoff: handoffFacts({
        kind: "delegation",
        fromAgent: MAIN_AGENT,
        toAgent: agent_type ?? "unknown",
        afterTokens: message === undefined ? null : countTokens(message),
        measureAfter: message === undefined ? null : "counted",
      }),
    }),
  ];
}
