import * as z from "zod/mini";

/** Longer values are invalid IDs and paths; do not log them. */

const text = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(4_096))), undefined);

/**
 * The part of Claude Code's hook input that Baton reads. Parses each field separately; an invalid one counts
 * as absent. Ignores tool inputs and results.
 */
const HookInput = z.object({
  session_id: text,
  transcript_path: text,
  cwd: text,
  hook_event_name: text,
  /** In `PreCompact` and `PostCompact`. */
  trigger: z.catch(z.optional(z.enum(["manual", "auto"])), undefined),
  /** In `PostCompact`: the text that replaces the conversation. */
  compact_summary: z.catch(z.optional(z.string()), undefined),
  /** In `SessionStart`. */
  source: text,
  context_window: z.catch(
    z.optional(z.object({ context_window_size: z.optional(z.number().check(z.minimum(1))) })),
    undefined,
  ),
  /** In `PostToolUse` and `PostToolUseFailure`. */
  tool_name: text,
  tool_use_id: text,
  /** Set for a subagent, not for the main agent. */
  agent_id: text,
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
