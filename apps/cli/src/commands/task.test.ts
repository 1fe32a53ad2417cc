import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { taskHandoffTokens } from "@baton/core/task";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";

const HANDOFF = {
  taskId: "seats-007",
  fromAgent: "orchestrator",
  toAgent: "frontend",
  taskName: "Show taken seats",
  taskDescription: "Draw taken seats of a hall in grey",
  interfaces: { Seat: "interface Seat {\n  row: number\n  taken: boolean // or held\n}" },
  dependencies: ["src/hall/seat-map.tsx"],
  criticalNotes: ["The taken seats must not get the focus"],
  testRequirements: [],
  tokenBudget: 1_500,
};

const RESPONSE = {
  taskId: "seats-007",
  agentType: "frontend",
  status: "error",
  filesModified: [],
  filesCreated: [],
  interfaces: {},
  exports: [],
  tests: [],
  tokenUsage: 1_600,
  executionTime: 4_000,
  warnings: [],
};

let folder: string;

async function write(name: string, document: unknown): Promise<string> {
  const path = join(folder, `${name}.json`);
  await writeFile(path, JSON.stringify(document));
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-task-"));
});

afterAll(() => rm(folder, { recursive: true }));

describe("baton task validate", () => {
  it("exits with 0 without findings", async () => {
    const path = await write("handoff", HANDOFF);
    const { exitCode, stdout } = await runCommand("task", "validate", path);
    expect([exitCode, stdout]).toEqual([0, `${path}: ${taskHandoffTokens(HANDOFF)} tokens, no findings.\n`]);
  });

  it("prints path, message and hint of each finding, and exits with 1", async () => {
    const path = await write("vague", { ...HANDOFF, criticalNotes: ["Be performant"] });
    const { exitCode, stdout } = await runCommand("task", "validate", path);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^warning vague_note at \/criticalNotes\/0\n {2}compliance .+\n {2}Make .+\n\n.+, 1 finding\.\n$/,
    );
  });

  it("applies the content rules of a policy, also to what it compresses", async () => {
    const content_rules = [{ rule_id: "mail", detector: "email", action: "redact" }];
    const policy = await write("policy", { multi_agent_handoffs: { content_rules } });
    const blocking = await write("blocking", {
      multi_agent_handoffs: { content_rules: [{ ...content_rules[0], action: "block" }] },
    });
    const path = await write("mail", { ...HANDOFF, criticalNotes: ["Ask ann@example.com about the id"] });
    const validated = await runCommand("task", "validate", path, "--policy", policy);
    expect(validated).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("error content_rule") });
    const compressed = await runCommand("task", "compress", path, "--policy", policy);
    expect(compressed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("[redacted: mail]") });
    expect(compressed.stderr).toContain("mail: email in criticalNotes[], 1 found, redact.");
    const refused = await runCommand("task", "compress", path, "--policy", blocking);
    expect(refused).toMatchObject({ exitCode: 1, stdout: expect.not.stringContaining("ann@") });
    expect(await runCommand("task", "validate", path, "--policy", path)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("is not a valid policy"),
    });
  });

  it("validates the response, and compares the task with earlier handoffs", async () => {
    const [path, response] = [await write("handoff", HANDOFF), await write("response", RESPONSE)];
    const earlier = await write("earlier", { ...HANDOFF, taskId: "seats-006" });
    const { exitCode, stdout } = await runCommand(
      "task",
      "validate",
      path,
      "--json",
      "--response",
      response,
      "--earlier",
      earlier,
    );
    const result = JSON.parse(stdout);
    expect([exitCode, result.ok, result.tokens]).toEqual([1, false, taskHandoffTokens(HANDOFF)]);
    expect(result.findings.map(({ code }: { code: string }) => code)).toEqual(
      Array(3).fill("repeated_context"),
    );
    expect(result.response.findings.map(({ code }: { code: string }) => code)).toEqual([
      "response_status_mismatch",
      "token_overrun",
    ]);
  });

  it("rejects an earlier handoff that is invalid", async () => {
    const { exitCode, stderr } = await runCommand(
      "task",
      "validate",
      await write("handoff", HANDOFF),
      "--earlier",
      await write("none", []),
    );
    expect([exitCode, stderr]).toEqual([
      1,
      `baton: ${join(folder, "none.json")} is not a valid task handoff. Run baton task validate on it.\n`,
    ]);
  });
});

describe("baton task compress", () => {
  const smaller = {
    ...HANDOFF,
    interfaces: { Seat: "interface Seat{row:number;taken:boolean}" },
    criticalNotes: ["Taken seats must not get focus"],
  };

  it("prints the compressed handoff, and its sizes on standard error", async () => {
    const dependencies = [join(folder, "src/hall/seat-map.tsx")];
    const path = await write("absolute", { ...HANDOFF, dependencies });
    const { exitCode, stdout, stderr } = await runCommand("task", "compress", path, "--root", folder);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(smaller);
    expect(stderr).toMatch(/^Tokens:\n *\d+ → {2}\d+ +interfaces\n.*notes\n.*dependencies\n.*handoff\n$/);
  });

  it("prints the handoff and its sizes as one JSON object with --json", async () => {
    const { stdout } = await runCommand("task", "compress", await write("handoff", HANDOFF), "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      handoff: smaller,
      compression: { handoff: { before: taskHandoffTokens(HANDOFF), after: taskHandoffTokens(smaller) } },
      skipped_interfaces: [],
    });
  });

  it("names interfaces that it leaves unchanged because they are not declarations", async () => {
    const path = await write("code", { ...HANDOFF, interfaces: { open: "const open = () => 1" } });
    const { exitCode, stderr } = await runCommand("task", "compress", path);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("open is unchanged");
  });

  it("rejects an invalid task handoff", async () => {
    const { exitCode, stdout } = await runCommand("task", "compress", await write("empty", {}), "--json");
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, findings: expect.any(Array) });
  });
});
