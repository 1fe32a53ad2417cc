import * as z from "zod/mini";

/** Long enough for any id or path; what is longer is no such thing, and would only fill the log. */
const MAX_CHARACTERS = 4_096;

const text = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_CHARACTERS))), undefined);

/**
 * What Claude Code writes to a hook's standard input, as far as Baton reads it. Each field is read by itself:
 * what does not fit counts as absent. What tools were given and what they returned is not looked at.
 */
const HookInput = z.object({
  session_id: text,
  transcript_path: text,
  cwd: text,
  hook_event_name: text,
  /** Of `PreCompact` and `PostCompact`. */
  trigger: z.catch(z.optional(z.enum(["manual", "auto"])), undefined),
  /** Of `PostCompact`: the text that takes the place of the conversation. */
  compact_summary: z.catch(z.optional(z.string()), undefined),
  /** Of `SessionStart`. */
  source: text,
  context_window: z.catch(
    z.optional(z.object({ context_window_size: z.optional(z.number().check(z.minimum(1))) })),
    undefined,
  ),
  /** Of `PostToolUse` and `PostToolUseFailure`. */
  tool_name: text,
  tool_use_id: text,
  /** Where a subagent is at work, and not the one that the user talks to. */
  agent_id: text,
});
export type HookInput = z.infer<typeof HookInput>;

/** Reads what the host wrote; of anything else but a JSON object nothing is known. */
export function parseHookInput(json: string): HookInput {
  try {
    const parsed = HookInput.safeParse(JSON.parse(json.replace(/^\uFEFF/, "")));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}
