const HOOK = { hooks: [{ type: "command", command: "baton hook claude-code" }] };

/** Hooks of Claude Code that `baton hook claude-code` answers, in the form of its `settings.json`. */
export const HOOK_SETTINGS = {
  hooks: {
    PreToolUse: [{ matcher: "Agent|Task|SendMessage", ...HOOK }],
    PostToolUse: [{ matcher: "*", ...HOOK }],
    PostToolUseFailure: [{ matcher: "*", ...HOOK }],
    SubagentStart: [HOOK],
    SubagentStop: [HOOK],
    PreCompact: [HOOK],
    PostCompact: [HOOK],
    SessionStart: [HOOK],
    UserPromptSubmit: [HOOK],
  },
};
