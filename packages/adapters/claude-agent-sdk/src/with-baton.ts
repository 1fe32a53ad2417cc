import { HOOK_EVENTS, runHook } from "@baton/claude-code";

type HookCallback = (input: object) => Promise<object>;

/** The part of the options of `query` that Baton needs. */
interface QueryOptions {
  readonly hooks?: Readonly<Record<string, readonly object[] | undefined>>;
}

/**
 * Returns options with hooks that remove from the prompts and messages of subagents what the policy blocks, and that
 * record every handoff and compaction, like the plugin `@baton/claude-code`. The application's own hooks stay.
 *
 * The policy is the file of `BATON_POLICY`, the live one of `BATON_URL` with `BATON_API_KEY`, or `.baton/policy.json` in
 * the working directory of the query.
 */
export function withBaton<Options extends object>(options: Options): Options;
export function withBaton(options: QueryOptions): object {
  const own = HOOK_EVENTS.map((event) => [event, [...(options.hooks?.[event] ?? []), { hooks: [answer] }]]);
  return { ...options, hooks: { ...options.hooks, ...Object.fromEntries(own) } };
}

/** Answers an event. Never throws: an agent is not called if the decision about its prompt fails. */
const answer: HookCallback = async (input) => {
  try {
    const call = { input: JSON.stringify(input), workingDirectory: process.cwd(), now: Date.now() };
    return { ...(await runHook(call)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!isPreToolUse(input)) {
      console.error(`Baton did not record an event of Claude: ${reason}`);
      return {};
    }
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: `Baton could not check this call, so it did not pass: ${reason}`,
      },
    };
  }
};

function isPreToolUse(input: object): boolean {
  return "hook_event_name" in input && input.hook_event_name === "PreToolUse";
}
