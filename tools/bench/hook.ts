import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleInParts } from "../../scripts/bundle.mjs";
import type { BenchRow } from "./bench-row";

const MAIN = fileURLToPath(new URL("../../packages/adapters/claude-code/src/main.ts", import.meta.url));
const [WARM_UP, ROUNDS] = [5, 60];
/** In milliseconds. */
const GOAL = 100;
const POLICY = {
  blocked_context_fields: ["ssn"],
  content_rules: [{ rule_id: "no_secrets", detector: "secret", action: "redact" }],
};
const TOOLS = {
  "a tool call": { hook_event_name: "PostToolUse", tool_name: "Read", tool_input: { file_path: "/a" } },
  "a subagent's prompt": {
    hook_event_name: "PreToolUse",
    tool_name: "Agent",
    tool_input: { subagent_type: "reviewer", prompt: "Review the claim.\nssn: 078-05-1120" },
  },
};

/** Measures the hook of Claude Code and an empty program of Node in turn, from start to end. */
export async function benchHook(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "baton-hook-"));
  try {
    const program = join(folder, "dist", "hook.mjs");
    await bundleInParts(MAIN, program);
    const project = join(folder, "project");
    await mkdir(join(project, ".baton"), { recursive: true });
    await writeFile(join(project, ".baton", "policy.json"), JSON.stringify({ multi_agent_handoffs: POLICY }));
    const environment = { PATH: process.env.PATH, CLAUDE_PROJECT_DIR: project, HOME: folder };
    const rows: BenchRow[] = [];
    for (const [what, event] of Object.entries(TOOLS)) {
      const input = JSON.stringify({ session_id: "s", cwd: project, tool_use_id: "t", ...event });
      const hooks: number[] = [];
      const starts: number[] = [];
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        const start = await run(["-e", "0"], "", environment);
        const hook = await run([program, "hook", "claude-code"], input, environment);
        if (round < 0) continue;
        starts.push(start);
        hooks.push(hook);
      }
      // Percentiles of both, because other programs delay each of them.
      const beyond = shareOf(hooks, 0.95) - shareOf(starts, 0.95);
      rows.push({
        what: `the hook of Claude Code, ${what}, beyond Node's start`,
        figures: {
          "95th percentile": beyond,
          "at the median": shareOf(hooks, 0.5) - shareOf(starts, 0.5),
          "Node's start": shareOf(starts, 0.5),
        },
        unit: "ms",
        ratio: null,
        goal: `≤ ${GOAL} ms`,
        isMet: beyond <= GOAL,
      });
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the milliseconds from the start of a program to its end. */
function run(words: readonly string[], input: string, env: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, words, { env, stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve) => child.on("close", () => resolve(performance.now() - started)));
}

function shareOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
