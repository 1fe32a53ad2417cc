import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type HandoffManifest, manifestTokens } from "@baton/core/manifest";
import { saveManifest } from "@baton/core/node";
import { countTokens } from "@baton/core/tokens";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../test/run-command";

let root: string;
const PLAN = "word ".repeat(5_000);

function planOf(day: number, decision: string): HandoffManifest {
  return {
    from_agent: "backend-architect",
    artifact_type: "plan",
    scope: "Sign-in",
    to_agents: ["coder"],
    timestamp: `2026-01-0${day}T10:00:00Z`,
    summary: { strategy: "Beside the old routes." },
    key_decisions: [{ decision, rationale: "It fits" }],
    required_reading: [{ file: "api.yaml", description: "The routes" }],
    artifacts_directory: `artifacts/backend-architect/2026-01-0${day}-sign-in/`,
    detail_files: ["full-plan.md"],
  };
}
const FIRST = planOf(1, "Redis");
const SECOND = planOf(2, "PKCE");

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "baton-stats-"));
  for (const manifest of [FIRST, SECOND]) {
    await put(`${manifest.artifacts_directory}api.yaml`, "paths: /token");
    await put(`${manifest.artifacts_directory}full-plan.md`, PLAN);
    await saveManifest(root, manifest);
  }
});
afterAll(() => rm(root, { recursive: true }));

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

const latest = () => join(root, "artifacts/backend-architect/latest");

describe("baton manifest-stats", () => {
  it("measures against the limits of the server, as workflow-context does", async () => {
    const server = createServer((_request, response) => {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ rollout: { budgets: { manifestTokens: 10, handoffTokens: 100 } } }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    vi.stubEnv("BATON_API_KEY", "key");
    vi.stubEnv("HOME", root);
    try {
      const stats = await runCommand("manifest-stats", latest(), "--server", url);
      expect(stats.stdout).toMatch(/manifest, [\d,.]+ % of 10\n/);
      const context = await runCommand("workflow-context", root, "--server", url);
      expect(context.stdout).toMatch(/[\d,.]+ % of 100\n/);
    } finally {
      vi.unstubAllEnvs();
      server.close();
    }
  });

  it("prints recounted sizes, shares of their limits and the compression ratio", async () => {
    const { exitCode, stdout } = await runCommand("manifest-stats", latest(), "--json");
    const size = manifestTokens(SECOND);
    const reading = countTokens("paths: /token");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      from_agent: "backend-architect",
      artifact_type: "plan",
      scope: "Sign-in",
      errors: 0,
      manifest_tokens: size,
      required_reading_tokens: reading,
      handoff_tokens: size + reading,
      level: "ok",
      required_reading: [{ file: "api.yaml", tokens: reading }],
      detail_tokens: countTokens(PLAN),
      compression: {
        of_manifest: countTokens(PLAN) / size,
        of_handoff: countTokens(PLAN) / (size + reading),
      },
      versions: [SECOND.artifacts_directory, FIRST.artifacts_directory],
    });
  });

  it("prints the same numbers as text", async () => {
    const { stdout } = await runCommand("manifest-stats", join(latest(), "manifest.json"));
    expect(stdout).toContain("plan by backend-architect, 2026-01-02T10:00:00Z: Sign-in");
    expect(stdout).toMatch(/\n +\d+ {2}manifest, \d+\.\d % of 1,000\n/);
    expect(stdout).toContain("5,001  full artifacts");
    expect(stdout).toContain("about 20 times for a plan");
  });

  it("compares a manifest with an earlier version", async () => {
    const { stdout } = await runCommand(
      "manifest-stats",
      latest(),
      "--against",
      join(root, FIRST.artifacts_directory),
    );
    expect(stdout).toContain("/key_decisions\n  - Redis (It fits)\n  + PKCE (It fits)");
  });

  it("suggests the next step if a folder has no manifest", async () => {
    expect(await runCommand("manifest-stats", root)).toMatchObject({
      exitCode: 1,
      stderr: `baton: ${root} has no manifest.json. Pass the folder of a manifest.\n`,
    });
    expect((await runCommand("manifest-stats", join(root, "nowhere"))).stderr).toContain("does not exist");
  });
});

describe("baton manifest", () => {
  const SIGN_IN = "artifact://backend-architect/sign-in";

  it("lists artifacts by address, and opens and reads a version in parts, each recorded", async () => {
    const project = ["--project", root];
    expect((await runCommand("manifest", "list", ...project)).stdout).toBe(`${SIGN_IN}@2, of 2026-01-02\n`);
    const opened = await runCommand("manifest", "open", `${SIGN_IN}@1`, ...project, "--agent", "coder");
    expect(opened.stdout).toContain("Redis");
    expect((await runCommand("artifact", "open", SIGN_IN, ...project)).stdout).toContain("PKCE");
    const read = await runCommand("manifest", "read", `${SIGN_IN}@1`, "api.yaml", ...project);
    expect(read.stdout).toBe("paths: /token\n");
    const folder = join(root, ".baton/sessions");
    const lines = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
    );
    expect(lines.join("")).toContain('"agent_id":"coder"');
    expect(await runCommand("manifest", "open", `${SIGN_IN}@3`, ...project)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`Its agent wrote ${SIGN_IN}.`),
    });
  });

  it("compares two versions by address", async () => {
    const { stdout } = await runCommand("manifest", "diff", `${SIGN_IN}@1`, SIGN_IN, "--project", root);
    expect(stdout).toContain("/key_decisions\n  - Redis (It fits)\n  + PKCE (It fits)");
  });
});

describe("baton workflow", () => {
  it("records start, handoffs and end of a workflow for agents in any language", async () => {
    const project = ["--project", root];
    const words = ["start", "wf-9", "--name", "Sign-in", "--agents", "backend-architect", "coder"];
    expect((await runCommand("workflow", ...words, ...project)).stdout).toContain("wf-9");
    const from = ["--from", "backend-architect", "--to", "coder"];
    await runCommand(
      "workflow",
      "handoff",
      "wf-9",
      "artifact://backend-architect/sign-in@2",
      ...from,
      ...project,
    );
    const ended = await runCommand("workflow", "complete", "wf-9", ...project, "--json");
    expect(JSON.parse(ended.stdout)).toMatchObject({ workflow_id: "wf-9", success: true, handoffs: 1 });
    const path = join(root, "sessions/wf-9.jsonl");
    const events = (await readFile(path, "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map(({ event_type }) => event_type)).toEqual([
      "workflow_start",
      "agent_handoff",
      "workflow_complete",
    ]);
    expect(events[1]).toMatchObject({ artifacts: [`${SECOND.artifacts_directory}manifest.json`] });
    expect(events[2].context_efficiency.total_handoff_tokens).toBe(events[1].context_budget.total_tokens);
    await rm(path);
  });
});

describe("baton workflow-context", () => {
  it("sums the manifests of a project, and compares them with the full artifacts", async () => {
    const { stdout } = await runCommand("workflow-context", root);
    expect(stdout).toContain("backend-architect → coder");
    expect(stdout).toContain("in 2 handoffs");
    expect(stdout).toContain("Full artifacts: 10,002 tokens.");
  });

  it("uses the sizes of an event if its manifest is missing, and then reports no savings", async () => {
    const event = {
      event_type: "agent_handoff",
      workflow_id: "wf-1",
      from_agent: "a",
      to_agent: "b",
      artifacts: ["artifacts/a/gone/manifest.json"],
      context_budget: {
        manifest_tokens: 7_500,
        required_tokens: 0,
        total_tokens: 7_500,
        utilization_pct: 75,
      },
    };
    const unknown = { ...event, context_budget: null };
    await put("sessions/s.jsonl", `not json\n${JSON.stringify(event)}\n${JSON.stringify(unknown)}\n`);
    const { stdout } = await runCommand("workflow-context", root, "--workflow", "wf-1");
    expect(stdout).toContain("7,500  in 1 handoff");
    expect(stdout).toContain("75.0 % of a handoff's budget: warning.");
    expect(stdout).toContain("Savings unknown");
    const { exitCode, stderr } = await runCommand("workflow-context", root, "--workflow", "wf-2");
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("wf-2. Check the ID"),
    });
  });
});
