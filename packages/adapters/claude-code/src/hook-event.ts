import { randomUUID } from "node:crypto";
import { MAIN_AGENT } from "@baton/core/host";
import type { Count } from "./count-later";
import type { HookInput } from "./hook-input";
import type { HookLog } from "./hook-log";

/** One event of Claude Code, for the functions that answer it. */
export interface HookEvent {
  readonly input: HookInput;
  readonly log: HookLog;
  /** Folder of the project. */
  readonly project: string;
  readonly windowTokens: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Counts the texts of an event before it is appended to the log. */
  readonly count: Count;
}

/** Returns the fields that every event of the log has. */
export function commonFields(eventType: string, { input, now }: Pick<HookEvent, "input" | "now">) {
  const { session_id, agent_id } = input;
  return {
    event_type: eventType,
    event_id: randomUUID(),
    ...(session_id === undefined ? {} : { session_id }),
    agent_id: agent_id ?? MAIN_AGENT,
    timestamp: new Date(now).toISOString(),
  };
}
