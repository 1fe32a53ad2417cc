/** The answer of a hook to Claude Code. */
export interface HookOutput {
  /** For the user. */
  systemMessage?: string;
  hookSpecificOutput?: {
    hookEventName: string;
    /** For the model. */
    additionalContext?: string;
    permissionDecision?: "deny";
    permissionDecisionReason?: string;
    updatedInput?: Record<string, unknown>;
  };
}

/** Returns a text for the model; null without one. */
export function contextFor(hookEventName: string, additionalContext: string | null): HookOutput | null {
  return additionalContext === null ? null : { hookSpecificOutput: { hookEventName, additionalContext } };
}
