/**
 * Returns the hooks of Claude Code that `baton hook claude-code` answers, in the form of its `settings.json`.
 *
 * @param baton the command `baton`, as a shell starts it.
 */
export function hookSettings(baton = "baton") {
  const hook = { hooks: [{ type: "command", command: `${baton} hook claude-code` }] };
  return {
    hooks: {
      PreToolUse: [{ matcher: "Agent|Task|SendMessage", ...hook }],
      PostToolUse: [{ matcher: "*", ...hook }],
      PostToolUseFailure: [{ matcher: "*", ...hook }],
      SubagentStart: [hook],
      SubagentStop: [hook],
      PreCompact: [hook],
      PostCompact: [hook],
      SessionStart: [hook],
      UserPromptSubmit: [hook],
    },
  };
}

/** The hooks of a machine with `baton` on the path. */
export const HOOK_SETTINGS = hookSettings();
