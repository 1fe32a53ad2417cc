import { homedir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";

/** Longer values are invalid IDs and paths; do not log them. */
const name = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(4_096))), undefined);
const text = z.catch(z.optional(z.string()), undefined);

/** The type of an agent; a policy rejects `*` and longer ones. */
export const AgentType = z.catch(
  z.optional(
    z.string().check(
      z.minLength(1),
      z.maxLength(256),
      z.refine((id) => id !== "*"),
    ),
  ),
  undefined,
);

/**
 * The part of Claude Code's hook input that Baton reads. Parses each field separately; an invalid one counts
 * as absent.
 */
const HookInput = z.object({
  session_id: name,
  transcript_path: name,
  cwd: name,
  hook_event_name: name,
  /** In `PreCompact` and `PostCompact`. */
  trigger: z.catch(z.optional(z.enum(["manual", "auto"])), undefined),
  /** In `PostCompact`: the text that replaces the conversation. */
  compact_summary: text,
  /** In `SessionStart`. */
  source: name,
  context_window: z.catch(
    z.optional(z.object({ context_window_size: z.optional(z.number().check(z.minimum(1))) })),
    undefined,
  ),
  /** In hooks of tools. */
  tool_name: name,
  tool_use_id: name,
  tool_input: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
  tool_response: z.optional(z.unknown()),
  /** Set for a subagent, not for the main agent. */
  agent_id: name,
  agent_type: AgentType,
  /** In `SubagentStop`. */
  last_assistant_message: text,
});
export type HookInput = z.infer<typeof HookInput>;

/** Parses the host's input; anything but a JSON object gives no information. */
export function parseHookInput(json: string): HookInput {
  try {
    const parsed = HookInput.safeParse(JSON.parse(json.replace(/^\uFEFF/, "")));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

/** Returns the path of the session's transcript; undefined if the input has none. */
export function transcriptOf({ transcript_path }: HookInput): string | undefined {
  return transcript_path?.startsWith("~/") ? join(homedir(), transcript_path.slice(2)) : transcript_path;
}
