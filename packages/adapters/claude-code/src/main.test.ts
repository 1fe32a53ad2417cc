import { spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSessionEvent } from "@baton/core/session";
import { HOOK_SETTINGS } from "@baton/core/templates";
import { sizeOfRun } from "@baton/core/test/soak";
import { countTokens } from "@baton/core/tokens";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { bundleInParts } from "../../../../scripts/bundle.mjs";
import { hookPayload, ValidAnswer, writePayload } from "../test/hook-payload";

// Each test starts dozens of processes.
vi.setConfig({ testTimeout: 60_000 });

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

/** Time in addition to Node's own start, in milliseconds. */
const ALLOWED_WORK = 100;

let home: string;
let project: string;
let transcript: string;

/**
 * Installs the program as npm does: a link named `baton` to `bin/baton.mjs`, with the bundled hook in its
 * expected place.
 */
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "baton-hook-command-"));
  const cli = join(ROOT, "apps", "cli");
  for (const folder of ["bin", "dist", "path"]) await mkdir(join(home, folder));
  await copyFile(join(cli, "bin", "baton.mjs"), join(home, "bin", "baton.mjs"));
  await symlink(join(home, "bin", "baton.mjs"), join(home, "path", "baton"));
  await bundleInParts(fileURLToPath(new URL("main.ts", import.meta.url)), join(home, "dist", "hook.mjs"));
}, 60_000);

afterAll(() => rm(home, { recursive: true }));

beforeEach(async () => {
  project = await mkdtemp(join(home, "project-"));
  transcript = join(project, "transcript.jsonl");
});

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Runs a command as the host does: in a shell, with JSON on standard input; null leaves standard input open
 * and silent.
 */
function call(
  command: string,
  input: string | null,
  environment: Record<string, string> = {},
): Promise<Ended> {
  const child = spawn(command, {
    shell: true,
    cwd: project,
    env: { CLAUDE_PROJECT_DIR: project, PATH: pathWithBaton(), ...environment },
  });
  const ended = { stdout: "", stderr: "" };
  child.stdout.on("data", (part) => {
    ended.stdout += part;
  });
  child.stderr.on("data", (part) => {
    ended.stderr += part;
  });
  child.stdin.on("error", () => {});
  if (input !== null) child.stdin.end(input);
  return new Promise((resolve) => child.on("close", (code) => resolve({ ...ended, code })));
}

function pathWithBaton(): string {
  return [join(home, "path"), join(process.execPath, ".."), "/usr/bin", "/bin"].join(delimiter);
}

/** The fields that Claude Code documents for each event. */
function documented(
  event: "PreCompact" | "PostCompact" | "SessionStart" | "PostToolUse" | "PostToolUseFailure",
  id = "1",
): string {
  const own = {
    PreCompact: { trigger: "manual", custom_instructions: "" },
    PostCompact: { trigger: "manual", compact_summary: "x".repeat(4_000) },
    SessionStart: { source: "compact", model: "claude-sonnet-4-5" },
    PostToolUse: {
      tool_name: "Write",
      tool_input: { file_path: "/path/to/file.txt", content: "file content" },
      tool_response: { filePath: "/path/to/file.txt", success: true },
      tool_use_id: `toolu_${id}`,
    },
    PostToolUseFailure: { tool_name: "Bash", error: "Exit code 2", tool_use_id: `toolu_failed_${id}` },
  };
  return JSON.stringify({
    session_id: "abc123",
    transcript_path: transcript,
    cwd: project,
    permission_mode: "default",
    hook_event_name: event,
    ...own[event],
  });
}

async function say(contextTokens: number): Promise<void> {
  const message = { usage: { input_tokens: contextTokens, output_tokens: 9 }, content: [] };
  await writeFile(transcript, `${JSON.stringify({ type: "assistant", message })}\n`);
}

async function logged(): Promise<unknown[]> {
  const folder = join(project, ".claude", "logs");
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.flatMap((text) => text.trimEnd().split("\n").filter(Boolean)).map((line) => JSON.parse(line));
}

function isDecision(event: unknown): boolean {
  return types([event])[0] === "handoff_decision";
}

function types(events: readonly unknown[]): string[] {
  return events.map((event) => {
    const read = readSessionEvent(event);
    return read.ok ? read.record.eventType : read.problem.message;
  });
}

describe("the settings of baton init", () => {
  it("record a session that the session reader understands", async () => {
    await say(150_000);
    const ended: Ended[] = [];
    for (const event of ["PostToolUse", "PreCompact", "SessionStart", "PostCompact"] as const) {
      const command = HOOK_SETTINGS.hooks[event][0]?.hooks[0]?.command ?? "";
      ended.push(await call(command, documented(event)));
    }
    expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual(ended.map(() => [0, ""]));
    expect(JSON.parse(ended[0]?.stdout ?? "")).toEqual({ systemMessage: expect.stringContaining("75 %") });
    expect(types(await logged())).toEqual(["tool_call", "compaction_suggested", "pre_compact", "compaction"]);
  });
});

describe("baton hook", () => {
  it("counts all tools that end at the same time, and suggests a compaction once", async () => {
    await say(150_000);
    const ended = await Promise.all(
      Array.from({ length: 12 }, (_, id) =>
        call("baton hook claude-code", documented("PostToolUse", `${id}`)),
      ),
    );
    expect(ended.every(({ code }) => code === 0)).toBe(true);
    expect(ended.filter(({ stdout }) => stdout !== "")).toHaveLength(1);
    expect(types(await logged()).filter((type) => type === "tool_call")).toHaveLength(12);
  });

  it("exits with 0 for invalid input, and stores nothing", async () => {
    const inputs = [null, "", "{", "[]", "\u0000", "9".repeat(100_000), `${"[".repeat(100_000)}`, "\uFEFF{}"];
    for (const input of inputs) {
      expect(await call("baton hook claude-code", input)).toMatchObject({ code: 0, stdout: "" });
    }
    expect(await logged()).toEqual([]);
    for (const words of ["bogus", "claude-code --window=-1 -9"]) {
      expect(await call(`baton hook ${words}`, documented("PostToolUse"))).toMatchObject({
        code: 0,
        stdout: "",
      });
    }
  });

  it("exits with 0 and a valid answer for any payload", { timeout: 600_000 }, async () => {
    await mkdir(join(project, ".baton"));
    const policy = { multi_agent_handoffs: { blocked_context_fields: ["ssn"] } };
    await writeFile(join(project, ".baton", "policy.json"), JSON.stringify(policy));
    const check = fc.asyncProperty(hookPayload, async (fields) => {
      const { code, stdout } = await call("baton hook claude-code", writePayload(fields, project));
      expect(code).toBe(0);
      if (stdout !== "") ValidAnswer.parse(JSON.parse(stdout));
    });
    await fc.assert(check, { numRuns: sizeOfRun({ suite: 8, soak: 200 }) });
  });

  it("exits with 0 if nothing can be written, and reports it on standard error", async () => {
    await writeFile(join(project, ".claude"), "a file where a folder should be");
    const ended = await call("baton hook claude-code", documented("PostToolUse"));
    expect(ended).toEqual({ code: 0, stdout: "", stderr: expect.stringContaining("nothing was recorded") });
  });

  it("removes terminal escapes of folder names from its report", async () => {
    project = await mkdtemp(join(home, "project-\u001b[31m-"));
    await writeFile(join(project, ".claude"), "a file where a folder should be");
    const { stderr } = await call("baton hook claude-code", documented("PostToolUse"));
    expect(stderr).toContain("\\u001b[31m");
    expect(stderr).not.toContain("\u001b");
  });

  it("exits with 0 if the project is missing or not built", async () => {
    const gone = { CLAUDE_PROJECT_DIR: join(project, "gone") };
    expect(await call("baton hook claude-code", documented("PostToolUse"), gone)).toMatchObject({
      code: 0,
    });
    await mkdir(join(home, "unbuilt", "bin"), { recursive: true });
    await copyFile(join(home, "bin", "baton.mjs"), join(home, "unbuilt", "bin", "baton.mjs"));
    const unbuilt = `node ${join(home, "unbuilt", "bin", "baton.mjs")} hook claude-code`;
    expect(await call(unbuilt, documented("PreCompact"))).toMatchObject({ code: 0 });
  });

  it("changes a prompt before it counts its tokens, which the log has soon after", async () => {
    await mkdir(join(project, ".baton"));
    const policy = { multi_agent_handoffs: { blocked_context_fields: ["ssn"] } };
    await writeFile(join(project, ".baton", "policy.json"), JSON.stringify(policy));
    const input = JSON.stringify({
      session_id: "abc123",
      cwd: project,
      hook_event_name: "PreToolUse",
      tool_name: "Agent",
      tool_use_id: "toolu_1",
      tool_input: { prompt: "ssn: 078-05-1120", subagent_type: "reviewer" },
    });
    const { stdout } = await call("baton hook claude-code", input);
    expect(stdout).toContain("ssn: [redacted: blocked_in_text]");
    const decided = async () => (await logged()).find((line) => isDecision(line));
    await expect.poll(decided).toMatchObject({
      scoping_state: "scoped",
      tokens_before: countTokens("ssn: 078-05-1120"),
      tokens_after: countTokens("ssn: [redacted: blocked_in_text]"),
    });
  });

  it("takes at most a fraction of a second longer than starting Node", async () => {
    const line = JSON.stringify({ type: "user", message: { content: "x".repeat(2_000) } });
    await writeFile(transcript, `${line}\n`.repeat(10_000));
    const hooks: number[] = [];
    const starts: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      starts.push(await time("node -e 0", ""));
      hooks.push(await time("baton hook claude-code", documented("PostToolUse", `${round}`)));
    }
    const work = median(hooks) - median(starts);
    process.stderr.write(
      `baton hook: ${work.toFixed(0)} ms of work beyond Node's start, ${ALLOWED_WORK} are allowed\n`,
    );
    // Stops a hang: ten times the goal, because the machine may be busy.
    expect(work).toBeLessThan(10 * ALLOWED_WORK);
  });
});

async function time(command: string, input: string): Promise<number> {
  const start = performance.now();
  await call(command, input);
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
