import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { bundle } from "./bundle.mjs";
import { ROOT } from "./operating-table";

const ACTION = join(ROOT, "deploy", "github-action");

const Action = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string() })),
  runs: z.object({
    using: z.literal("composite"),
    steps: z.array(
      z.object({
        if: z.string().optional(),
        shell: z.literal("bash"),
        env: z.record(z.string(), z.string()),
        run: z.string(),
      }),
    ),
  }),
});
const Hooks = z.array(z.object({ id: z.string(), entry: z.string(), language: z.literal("system") }));

/** The commands that action and hooks run: the whole of `baton` would take longer to bundle and to start. */
const PROGRAM = `
  import { Command } from "commander";
  import { registerPolicyDiff } from "${ROOT}/apps/cli/src/commands/policy/diff";
  import { registerPolicyLint } from "${ROOT}/apps/cli/src/commands/policy/lint";
  import { registerPolicyReplay } from "${ROOT}/apps/cli/src/commands/policy/replay";
  import { registerPolicyTest } from "${ROOT}/apps/cli/src/commands/policy/test";
  const program = new Command("baton");
  const policy = program.command("policy");
  for (const register of [registerPolicyDiff, registerPolicyLint, registerPolicyReplay, registerPolicyTest]) register(policy);
  await program.parseAsync().catch((error) => {
    console.error("baton: " + error.message);
    process.exitCode = 1;
  });
`;

/** Folder of the test, with the command `baton` in `bin`, and a repository of the user in `repository`. */
let folder: string;
let repository: string;
let api: Server;
let address: string;
let comments: { id: number; body: string }[];
let requests: string[];

const git = (...words: string[]) =>
  execFileSync("git", ["-C", repository, "-c", "user.name=T", "-c", "user.email=t@example.com", ...words], {
    encoding: "utf8",
  }).trim();

const notesTest = {
  name: "Notes stay with a",
  from: "a",
  to: "b",
  context: { prior_outputs: { a: { notes: "x", score: 1 } } },
  expect: { absent: ["a.notes"] },
};

async function writePolicy(section: object): Promise<void> {
  await writeFile(
    join(repository, "governance_policies.json"),
    JSON.stringify({ multi_agent_handoffs: section }),
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-action-"));
  repository = join(folder, "repository");
  const program = join(folder, "baton.mjs");
  const entry = join(folder, "entry.ts");
  await writeFile(entry, PROGRAM);
  await bundle(entry, program, { nodePaths: [join(ROOT, "node_modules")] });
  await writeFile(join(folder, "npx"), `#!/bin/sh\nshift 2\nexec node "${program}" "$@"\n`);
  await chmod(join(folder, "npx"), 0o755);
  execFileSync("git", ["init", "--quiet", repository]);
  await writePolicy({ default_handoff_mode: "minimal" });
  git("add", ".");
  git("commit", "--quiet", "-m", "base");
  api = createServer(async (request, response) => {
    const { method, url = "", headers } = request;
    requests.push(`${method} ${url}`);
    const isAllowed = headers.authorization === "Bearer token" && headers["user-agent"];
    const answer = isAllowed ? await answerAs(method ?? "", url, request) : { status: 403, body: {} };
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const bound = api.address();
  address = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}`;
});
afterAll(async () => {
  api.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  requests = [];
  comments = Array.from({ length: 100 }, (_, id) => ({ id, body: "Looks good." }));
});

/** Plays the part of GitHub's API that the action uses. */
async function answerAs(method: string, url: string, request: AsyncIterable<Uint8Array>) {
  const { pathname, searchParams } = new URL(url, "http://api");
  const change = /^\/repos\/owner\/name\/issues\/comments\/(\d+)$/.exec(pathname);
  const isList = pathname === "/repos/owner/name/issues/7/comments";
  if (method === "GET" && isList) {
    const size = Number(searchParams.get("per_page"));
    const start = (Number(searchParams.get("page")) - 1) * size;
    return { status: 200, body: comments.slice(start, start + size) };
  }
  const { body } = z.object({ body: z.string().min(1).max(65_536) }).parse(await json(request));
  if (method === "POST" && isList) {
    comments.push({ id: 1_000, body });
    return { status: 201, body: { id: 1_000 } };
  }
  const changed = comments.find(({ id }) => method === "PATCH" && id === Number(change?.[1]));
  if (!changed) return { status: 404, body: {} };
  changed.body = body;
  return { status: 200, body: changed };
}

/** Runs the steps of the action as GitHub does. */
async function runAction(given: Record<string, string>) {
  const { inputs, runs } = Action.parse(parse(await readFile(join(ACTION, "action.yml"), "utf8")));
  const values: Record<string, string> = {
    command: "npx --no-install baton",
    "github-token": "token",
    ...given,
  };
  const fill = (text: string) =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => values[name] ?? inputs[name]?.default ?? "");
  const event = join(folder, "event.json");
  const base = { sha: git("rev-parse", "HEAD") };
  await writeFile(event, JSON.stringify({ pull_request: { number: 7, base } }));
  const summary = join(folder, "summary.md");
  await writeFile(summary, "");
  // With the command given, GitHub skips the step that installs it.
  const steps = runs.steps.filter((step) => step.if !== "inputs.command == ''");
  expect(steps).toHaveLength(1);
  let output = "";
  for (const step of steps) {
    const env = {
      ...process.env,
      PATH: `${folder}:${process.env.PATH}`,
      GITHUB_ACTION_PATH: ACTION,
      GITHUB_API_URL: address,
      GITHUB_REPOSITORY: "owner/name",
      GITHUB_EVENT_PATH: event,
      GITHUB_STEP_SUMMARY: summary,
      ...Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, fill(text)])),
    };
    const child = spawn("bash", ["-e", "-c", step.run], { cwd: repository, env });
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { exitCode, output, summary: await readFile(summary, "utf8") };
  }
  throw new Error("the action has no step");
}

it("the action comments once on a pull request, and updates the comment after the next push", async () => {
  await writePolicy({ default_handoff_mode: "full", policy_tests: [notesTest] });
  const failed = await runAction({});
  expect(failed.exitCode, failed.output).toBe(1);
  expect(failed.output).toContain("::error::A policy test fails.");
  expect(comments).toHaveLength(101);
  const [comment] = comments.slice(-1);
  expect(comment?.body).toMatch(/^<!-- baton-policy governance_policies\.json -->\n### Policy/);
  expect(comment?.body).toContain("⚠️ Not stricter only:");
  expect(comment?.body).toContain(
    "❌ 1 of 1 policy test failed.\n\n- **Notes stay with a**: `a.notes` passes",
  );
  expect(comment?.body).not.toContain("Replay");
  expect(failed.summary).toContain("1 of 1 policy test failed");

  await writePolicy({
    default_handoff_mode: "full",
    blocked_context_fields: ["notes"],
    policy_tests: [notesTest],
  });
  const passed = await runAction({ server: "http://127.0.0.1:9", "api-key": "key" });
  expect(passed.exitCode, passed.output).toBe(0);
  expect(comments).toHaveLength(101);
  expect(comments.at(-1)?.body).toContain("✅ 1 policy test passed.");
  expect(comments.at(-1)?.body).toContain(
    "**Replay** failed: baton: http://127.0.0.1:9 does not respond: bad port.",
  );
  expect(requests.slice(-1)).toEqual(["PATCH /repos/owner/name/issues/comments/1000"]);
});

it("the action fails on an invalid document, and needs no token that can write", async () => {
  await writePolicy({ blocked_context_fields: ["a["] });
  const { exitCode, output, summary } = await runAction({ "github-token": "read-only" });
  expect([exitCode, output]).toEqual([1, expect.stringContaining("is not a valid policy.")]);
  expect(output).toContain("::warning::No comment: GitHub responded with 403");
  expect(summary).toContain("❌ The document is not a valid policy.\n\n- `/multi_agent_handoffs/");
  expect(comments).toHaveLength(100);
});

it("the pre-commit hooks lint and test the files that they get", async () => {
  const hooks = Hooks.parse(parse(await readFile(join(ROOT, ".pre-commit-hooks.yaml"), "utf8")));
  expect(hooks.map(({ id }) => id)).toEqual(["baton-policy-lint", "baton-policy-test"]);
  const run = (entry: string) =>
    execFileSync("sh", ["-c", `${entry} governance_policies.json`], {
      cwd: repository,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  const [lint, test] = hooks;
  await writePolicy({ default_handoff_mode: "full", policy_tests: [notesTest] });
  expect(() => run(test?.entry ?? "")).toThrow("Command failed");
  expect(run(lint?.entry ?? "")).toContain("no findings");
});
