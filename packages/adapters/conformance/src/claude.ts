import { withBaton } from "@baton/claude-agent-sdk";
import { runHook } from "@baton/claude-code";
import { z } from "zod";
import type { Runtime } from "./runtime";

const Answer = z
  .object({
    hookSpecificOutput: z
      .object({
        permissionDecision: z.enum(["deny"]).optional(),
        updatedInput: z.object({ prompt: z.string() }).optional(),
      })
      .default({}),
  })
  .nullable();

/** Texts pass as prompts of subagents. `ask` is the hook `PreToolUse`. */
function claudeOf(ask: (input: object, project: string) => Promise<unknown>): Runtime {
  return {
    async passText(_, text, project) {
      const input = {
        ...{ session_id: "s", cwd: project, hook_event_name: "PreToolUse" },
        ...{ agent_type: "a", tool_name: "Agent", tool_use_id: "t" },
        tool_input: { subagent_type: "b", prompt: text },
      };
      const { hookSpecificOutput } = Answer.parse(await ask(input, project)) ?? {};
      if (hookSpecificOutput?.permissionDecision === "deny") return null;
      return hookSpecificOutput?.updatedInput?.prompt ?? text;
    },
  };
}

export const claudeCode = claudeOf((input, project) =>
  runHook({ input: JSON.stringify(input), workingDirectory: project, now: Date.now() }),
);

interface Hooks {
  readonly hooks: Readonly<Record<string, { hooks: ((input: object) => Promise<object>)[] }[]>>;
}

export const claudeAgentSdk = claudeOf(async (input) => {
  const { hooks } = withBaton<Hooks>({ hooks: {} });
  return hooks.PreToolUse?.[0]?.hooks[0]?.(input);
});
