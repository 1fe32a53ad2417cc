import { join } from "node:path";
import type { ClientLab } from "./client-lab";
import { roleMark } from "./model-stub";
import { runClient } from "./run-client";

/** The subagent that plays a role; the other roles are the main agent's. */
export const SUBAGENTS = {
  plan: "planner",
  review: "reviewer",
  again: "reviewer",
  reserve: "clerk",
  later: "clerk",
} as const;

/** Returns the prompt of a role. */
export function promptOf(role: string): string {
  return `${roleMark(role)} Work on claim C-9.`;
}

/**
 * Runs Claude Code once in the lab's folder, with the prompt of a role.
 *
 * @param prompt replaces that prompt.
 */
export async function runClaude(
  { home, scratch, stub }: ClientLab,
  role: string,
  parameters: readonly string[],
  prompt = promptOf(role),
): Promise<void> {
  const agents = Object.values(SUBAGENTS).map((name) => [
    name,
    { description: name, prompt: `You are the ${name}.` },
  ]);
  const given = ["-p", prompt, "--agents", JSON.stringify(Object.fromEntries(agents)), ...parameters];
  await runClient(join(home, "node_modules", ".bin", "claude"), given, {
    cwd: scratch,
    environment: {
      HOME: scratch,
      ANTHROPIC_BASE_URL: stub.url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      // A nearly full context stays as it is.
      DISABLE_AUTO_COMPACT: "1",
    },
  });
}
