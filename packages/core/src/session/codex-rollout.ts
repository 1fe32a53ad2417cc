import { z } from "zod";
import { readCollaboration } from "./codex-collaboration";
import { readCodexCompaction } from "./codex-compaction";
import { type CodexPayload, RolloutLine } from "./codex-line";
import { CodexMemory } from "./codex-memory";
import { followThread } from "./codex-replay";
import { readCodexUsage } from "./codex-usage";
import { userOfFolder } from "./home-folder";
import type { RecordsResult } from "./read-records";
import { type AgentFacts, type ProjectFacts, sessionRecord } from "./session-record";
import { titleFromPrompt } from "./session-title";

/**
 * Converts one parsed line of a Codex rollout into records: the line itself, then the handoffs to and from
 * other agents that it describes. Lines repeated by a fork only describe calls, which belong to the thread
 * that made them. First-generation rollouts, whose lines have no `payload`, are stored as events without
 * sizes.
 *
 * @param json one line, parsed.
 * @param session the rollout's session, from its file name.
 * @param stored `memory` returned for the previous line, or its stored form.
 * @returns the records, or why the line is invalid (`not_an_event`).
 */
export function readCodexLine(json: unknown, session: string | null, stored: unknown = null): RecordsResult {
  const parsed = RolloutLine.safeParse(json);
  if (!parsed.success || Array.isArray(json)) return notAnEvent("the line is JSON but not an object");
  const line = parsed.data;
  const type = readType(line);
  if (type === undefined) return notAnEvent("the object has neither a type nor the form of a first line");
  const memory = CodexMemory.from(stored);
  memory.thread ??= type === "session_meta" ? null : session;
  const { parentSessionId, isBeginning } = followThread({ ...line, type }, session, memory);
  const payload: CodexPayload = line.payload ?? {};
  memory.model = readModel(type, payload) ?? memory.model;
  const call = readCodexUsage(type, payload, memory);
  const { handoffs, agents, withdrawnHandoff } = readCollaboration(type, line.payload ?? line, memory);
  const compaction = readCodexCompaction(type, payload, memory);
  const subtype = payload.type;
  const event = {
    eventType: `codex.${subtype ? `${type}.${subtype}` : type}`,
    timestamp: line.timestamp ?? null,
    ...call,
    isError: subtype === "error" || subtype === "stream_error",
  };
  if (memory.replay && !isBeginning) {
    const sessionId = call && memory.replay.thread;
    return { ok: true, records: [sessionRecord({ ...event, sessionId })], memory };
  }
  const record = sessionRecord({
    ...event,
    ...compaction,
    identity: call?.identity ?? compaction.identity,
    parentSessionId,
    agents: isBeginning ? [...readOwnAgent(memory), ...agents] : agents,
    withdrawnHandoff,
    title: readTitle(payload),
    project: type === "session_meta" ? readProject(payload) : null,
  });
  const others = handoffs.map((handoff) => ({ ...handoff, timestamp: line.timestamp ?? null }));
  return { ok: true, records: [record, ...others], memory };
}

function notAnEvent(message: string): RecordsResult {
  return { ok: false, problem: { code: "not_an_event", message } };
}

/** First-generation rollouts start with a line that has an ID and a time but no type. */
function readType({ type, record_type, id, timestamp }: RolloutLine): string | undefined {
  return type ?? record_type ?? (id !== undefined && timestamp !== undefined ? "session_meta" : undefined);
}

function readModel(type: string, { model, thread_settings }: CodexPayload): string | undefined {
  return type === "turn_context" ? model : thread_settings?.model;
}

function readOwnAgent({ speaker }: CodexMemory): AgentFacts[] {
  if (speaker.id === null) return [];
  return [{ agentId: speaker.id, name: speaker.name, startedBy: null, isMain: true }];
}

function readProject({ cwd, git }: CodexPayload): ProjectFacts | null {
  if (!cwd && !git) return null;
  // A remote's address can have a password.
  const repository = git?.repository_url?.replace(/^(\w+:\/\/)[^/@]*@/, "$1");
  return {
    person: userOfFolder(cwd),
    folder: cwd || null,
    repository: repository || null,
    branch: git?.branch || null,
  };
}

const Spoken = z.array(z.looseObject({ text: z.string() }));

function readTitle({ type, message, item }: CodexPayload): string | null {
  const isItem = type === "item_completed" && item?.type === "UserMessage";
  const said = isItem
    ? Spoken.safeParse(item.content)
        .data?.map(({ text }) => text)
        .join("\n")
    : message;
  if (!isItem && type !== "user_message") return null;
  return titleFromPrompt(said);
}
