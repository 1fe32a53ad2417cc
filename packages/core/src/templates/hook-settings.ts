/** Hooks of Claude Code that `baton hook` serves, in the form of its `settings.json`. */
export const HOOK_SETTINGS = {
  hooks: {
    PreCompact: [{ hooks: [{ type: "command", command: "baton hook pre-compact" }] }],
    PostCompact: [{ hooks: [{ type: "command", command: "baton hook post-compact" }] }],
    PostToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "baton hook post-tool-use" }] }],
    PostToolUseFailure: [{ matcher: "*", hooks: [{ type: "command", command: "baton hook post-tool-use" }] }],
  },
};
