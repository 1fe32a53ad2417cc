import { nameAt } from "./codex-collaboration";
import type { CodexPayload, RolloutLine } from "./codex-line";
import type { CodexMemory } from "./codex-memory";
import { MAIN_AGENT } from "./main-agent";

/** Repeated lines follow each other immediately; a call of a model takes longer than this. */
const PAUSE_MILLISECONDS = 1_000;

/** Information about a rollout's thread in its first lines. */
export interface Lineage {
  /** The session that it forked from, or that started it. */
  parentSessionId: string | null;
  /** True for the line that starts the rollout's own thread. */
  isBeginning: boolean;
}

/**
 * Tracks which thread the lines of a rollout belong to. A fork, and a subagent that receives its parent's
 * history, starts with its own first line and repeats the lines of the earlier thread, mostly with new times.
 * The lines are its own again from the first turn that starts after the thread did; if turns have no IDs,
 * after a pause.
 *
 * @param session the thread's ID, from its file name.
 */
export function followThread(line: RolloutLine, session: string | null, memory: CodexMemory): Lineage {
  const payload = line.payload ?? {};
  const at = readTime(line.timestamp);
  const lineage: Lineage = { parentSessionId: null, isBeginning: false };
  if (line.type === "session_meta") {
    if (memory.thread === null) return beginThread(payload, at, session, memory);
    if (payload.id !== undefined && payload.id !== memory.thread) {
      memory.replay = { thread: payload.id, agent: nameAgent(payload), isDated: false };
      memory.root = payload.id;
    }
  } else if (memory.replay && isOwnAgain(payload, at, memory)) {
    memory.replay = null;
  } else if (memory.replay && isBefore(at, memory.startedAt)) {
    memory.replay = { ...memory.replay, isDated: true };
  }
  memory.lineAt = at ?? memory.lineAt;
  return lineage;
}

function beginThread(
  payload: CodexPayload,
  at: number | null,
  session: string | null,
  memory: CodexMemory,
): Lineage {
  const { id, forked_from_id, source } = payload;
  memory.thread = id ?? session;
  memory.startedAt = readTime(payload.timestamp) ?? at;
  memory.lineAt = at;
  memory.agent = nameAgent(payload);
  if (forked_from_id !== undefined) {
    memory.root = forked_from_id;
    memory.replay = { thread: forked_from_id, agent: MAIN_AGENT, isDated: false };
  }
  const startedBy = payload.parent_thread_id ?? source?.subagent.thread_spawn.parent_thread_id;
  return { parentSessionId: startedBy ?? forked_from_id ?? null, isBeginning: true };
}

/** Returns an agent's name in its path, otherwise its role; the main agent has neither. */
function nameAgent({ agent_path, agent_role, source }: CodexPayload): string {
  const spawned = source?.subagent.thread_spawn;
  const path = agent_path ?? spawned?.agent_path;
  return (path === undefined ? null : nameAt(path)) ?? agent_role ?? spawned?.agent_role ?? MAIN_AGENT;
}

function isOwnAgain(payload: CodexPayload, at: number | null, memory: CodexMemory): boolean {
  const { replay, startedAt, lineAt } = memory;
  const turnAt = readIdTime(payload.turn_id);
  if (turnAt !== null && startedAt !== null) return turnAt >= startedAt;
  if (at === null || isBefore(at, startedAt)) return false;
  return replay?.isDated === true || at - Math.max(lineAt ?? at, startedAt ?? at) >= PAUSE_MILLISECONDS;
}

function isBefore(at: number | null, startedAt: number | null): boolean {
  return at !== null && startedAt !== null && at < startedAt;
}

function readTime(timestamp: string | undefined): number | null {
  const time = Date.parse(timestamp ?? "");
  return Number.isNaN(time) ? null : time;
}

const UUID_7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/;

/** Returns the time in a UUID of version 7 (RFC 9562), in milliseconds since 1970; null for other IDs. */
function readIdTime(id: string | undefined): number | null {
  const [, high, low] = UUID_7.exec(id ?? "") ?? [];
  return high === undefined || low === undefined ? null : Number.parseInt(`${high}${low}`, 16);
}
