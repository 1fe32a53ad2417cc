import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect, createApiKey } from "@baton/db";
import { expect, test } from "@playwright/test";
import { BATON_ADDRESS, DATABASE_URL } from "./env";
import { closePages, signInOwner } from "./sign-in-owner";

const WORKSPACE = `gate-${Date.now().toString(36)}`;
const COMMAND = join(import.meta.dirname, "../apps/cli/dist/baton.mjs");
const RUN = "artifacts/backend-architect/2026-01-02-plan";
const MANIFEST = {
  from_agent: "backend-architect",
  artifact_type: "plan",
  timestamp: "2026-01-02T10:00:00Z",
  scope: "Sign-in",
  summary: { strategy: "Add the new routes next to the old ones." },
  key_decisions: [{ decision: "PKCE", rationale: "Apps keep no secret" }],
  required_reading: [{ file: "api.yaml", description: "The routes" }],
  artifacts_directory: `${RUN}/`,
  detail_files: ["api.yaml", "plan.md"],
};
const SOURCES = {
  artifact_type: "plan",
  source_tokens: 20,
  manifest_tokens: 20,
  ratio: 1,
  expected_ratio: null,
  items: [
    {
      path: "/summary/strategy",
      text: MANIFEST.summary.strategy,
      origin: "source",
      source: { file: "plan.md", startLine: 3, endLine: 3 },
    },
  ],
  dropped: [],
};

const folder = mkdtempSync(join(tmpdir(), "baton-gate-"));
const { db, close } = connect(DATABASE_URL);
let proxy: Server | undefined;

test.afterEach(closePages);
test.afterAll(async () => {
  proxy?.close();
  await close();
  rmSync(folder, { recursive: true, force: true });
});

/** Forwards requests to Baton, so that the test can take the server away. */
async function startProxy(port: number): Promise<number> {
  const server = createServer(async (request, response) => {
    const { host: _, connection: __, ...headers } = request.headers;
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const body = request.method === "POST" ? await text(request) : undefined;
    const sent = { method: request.method ?? "GET", headers: given, ...(body !== undefined && { body }) };
    const answer = await fetch(new URL(request.url ?? "/", BATON_ADDRESS), sent);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  proxy = server;
  const address = server.address();
  return typeof address === "object" && address ? address.port : port;
}

async function stopProxy(): Promise<void> {
  proxy?.closeAllConnections();
  await new Promise((resolve) => proxy?.close(resolve));
}

function runCommand(words: string[], environment: Record<string, string> = {}) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, ...environment, HOME: folder };
    execFile(process.execPath, [COMMAND, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

test("the gate in another folder obeys the phase and the approval that owners set in the browser", async ({
  browser,
}) => {
  const owner = await signInOwner(db, browser, { workspace: WORKSPACE, name: "Ada" });
  const reviewer = await signInOwner(db, browser, { workspace: WORKSPACE, name: "Grace" });
  const followed = join(folder, "followed", RUN);
  mkdirSync(followed, { recursive: true });
  writeFileSync(join(followed, "manifest.json"), JSON.stringify(MANIFEST));
  writeFileSync(join(followed, "api.yaml"), "paths: /token");
  writeFileSync(join(followed, "plan.md"), `# Plan\n\n${MANIFEST.summary.strategy}\n`);
  writeFileSync(join(followed, "manifest.sources.json"), JSON.stringify(SOURCES));
  const ingested = await runCommand(["ingest", join(folder, "followed"), "--workspace", WORKSPACE]);
  expect(ingested.code, ingested.output).toBe(0);
  const elsewhere = join(folder, "elsewhere", RUN);
  cpSync(followed, elsewhere, { recursive: true });
  const key = { workspaceId: WORKSPACE, name: "ci", createdBy: "Ada", expiresAt: null };
  const { token } = await createApiKey(db, { ...key, scopes: ["evaluate"] });
  const port = await startProxy(0);
  const environment = { BATON_URL: `http://127.0.0.1:${port}`, BATON_API_KEY: token };
  const runGate = () => runCommand(["gate", elsewhere], environment);

  await owner.goto(`/w/${WORKSPACE}/manifests/rollout`);
  await owner.getByRole("button", { name: "Change the phase of backend-architect" }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByRole("radio", { name: "enforce" }).click();
  await dialog.getByRole("switch", { name: /^Require approval/ }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Plans need a second pair of eyes.");
  await dialog.getByRole("button", { name: "Set enforce" }).click();
  await expect(owner.getByRole("row", { name: /backend-architect/ }).first()).toContainText(
    "approval required",
  );

  expect(await runGate()).toMatchObject({ code: 1, output: expect.stringContaining("not_approved") });
  await stopProxy();
  const offline = await runGate();
  expect(offline).toMatchObject({ code: 1, output: expect.stringContaining("not_approved") });
  expect(offline.output).toContain("the last settings that it sent apply");
  await startProxy(port);

  await reviewer.goto(`/w/${WORKSPACE}/manifests`);
  await reviewer
    .getByRole("table", { name: /^Manifests/ })
    .getByRole("link")
    .first()
    .click();
  const runs = reviewer.getByRole("table", { name: /^Gate runs/ });
  await expect(runs.getByRole("row", { name: /stopped.*not_approved.*ci/ })).toHaveCount(1);

  // The reviewer reads a file, and the source line of a sentence of the summary.
  await reviewer
    .getByRole("table", { name: /^Files that the manifest names/ })
    .getByRole("link", { name: "api.yaml" })
    .click();
  await expect(reviewer.getByRole("region", { name: "File api.yaml" })).toContainText("paths: /token");
  const summary = reviewer.getByRole("region", { name: "Summary" });
  await summary.getByText("Source: plan.md, line 3").click();
  await summary.getByRole("link", { name: "plan.md, line 3" }).click();
  const file = reviewer.getByRole("region", { name: "File plan.md" });
  await expect(file.locator("[aria-current]")).toContainText(MANIFEST.summary.strategy);
  await expect(file).toContainText("/summary/strategy in the manifest");

  await reviewer.getByRole("button", { name: "Approve" }).click();
  await reviewer.getByRole("button", { name: "Approve manifest" }).click();
  await expect(reviewer.getByRole("region", { name: "Review" }).getByText("approved").first()).toBeVisible();

  const passed = await runGate();
  expect(passed.code, passed.output).toBe(0);
  await expect(runs.getByRole("row", { name: /passed.*ci/ })).toHaveCount(1);
  await expect(runs.getByRole("row", { name: /stopped.*not_approved.*ci/ })).toHaveCount(1);
});
