import { MAIN_AGENT } from "@baton/core/host";
import type { Count } from "./count-later";
import { crypto } from "./crypto";
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

/**
 * Returns the fields that every event of the log has.
 *
 * @param eventId a random one by default. If two hooks are configured, events with the same one count once.
 */
export function commonFields(
  eventType: string,
  { input, now }: Pick<HookEvent, "input" | "now">,
  eventId: string = crypto().randomUUID(),
) {
  const { session_id, agent_id } = input;
  return {
    event_type: eventType,
    event_id: eventId,
    ...(session_id === undefined ? {} : { session_id }),
    agent_id: agent_id ?? MAIN_AGENT,
    timestamp: new Date(now).toISOString(),
  };
}
