import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { BATON_FOLLOW } from "./env";

const AGENT = "researcher";
const RUNS = ["artifacts/researcher/2026-01-02-oauth", "artifacts/researcher/2026-01-03-oauth"];

function writeRun(project: string, run: string, timestamp: string, notes: string) {
  const folder = join(project, run);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "notes.md"), notes);
  writeFileSync(join(folder, "routes.yaml"), "paths: /token\n");
  const manifest = {
    from_agent: AGENT,
    artifact_type: "research",
    timestamp,
    scope: "OAuth",
    summary: { overview: notes.split("\n")[0] },
    key_decisions: [{ decision: "PKCE", rationale: "Apps keep no secret" }],
    required_reading: [{ file: "notes.md", description: "What was found" }],
    artifacts_directory: `${run}/`,
    detail_files: ["notes.md", "routes.yaml"],
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
}

/** An engineer: what did version 2 say, what changed since version 1, and who relied on it? */
test("an engineer opens artifact://researcher/oauth@2, its differences from version 1, and its readers", async ({
  page,
}) => {
  const project = join(BATON_FOLLOW, "oauth-project");
  writeRun(
    project,
    RUNS[0] ?? "",
    "2026-01-02T10:00:00Z",
    "Tokens last an hour.\nThe server keeps no session.\n",
  );
  writeRun(
    project,
    RUNS[1] ?? "",
    "2026-01-03T10:00:00Z",
    "Tokens last a minute.\nThe server keeps no session.\n",
  );
  const sessions = join(project, "sessions");
  mkdirSync(sessions, { recursive: true });
  const read = {
    event_type: "artifact_read",
    event_id: "oauth-read",
    session_id: "oauth-reads",
    timestamp: "2026-01-03T11:00:00Z",
    agent_id: "planner",
    path: `${RUNS[1]}/notes.md`,
    tokens: 12,
    reason: "required_reading",
  };
  appendFileSync(join(sessions, "oauth-reads.jsonl"), `${JSON.stringify(read)}\n`);

  await expect(async () => {
    await page.goto("/w/default/manifests?search=OAuth&agent=researcher");
    await page
      .getByRole("table", { name: /^Manifests/ })
      .getByRole("link")
      .first()
      .click({ timeout: 2_000 });
    await page.getByRole("link", { name: "artifact://researcher/oauth@2" }).click({ timeout: 5_000 });
  }).toPass();
  await expect(page.getByRole("heading", { level: 1, name: "OAuth" })).toBeVisible();
  await expect(page.getByText("Version 2 of 2, of researcher")).toBeVisible();
  const versions = page.getByRole("list", { name: "Versions" });
  await expect(versions.getByText(/^SHA-256 [0-9a-f]{64}$/)).toHaveCount(2);

  await page.getByRole("button", { name: "Read notes.md" }).click();
  await expect(page.getByRole("region", { name: "File notes.md" })).toContainText("Tokens last a minute.");

  await versions.getByRole("button", { name: "Compare with version 1" }).click();
  await expect(page).toHaveURL(/against=1/);
  const differences = page.getByRole("region", { name: "Differences" });
  const notes = differences.getByRole("region", { name: "Changes of notes.md" });
  await expect(notes).toContainText("Tokens last an hour.");
  await expect(notes).toContainText("Tokens last a minute.");
  await expect(differences).toContainText("the same content: routes.yaml");

  const readers = page.getByRole("table", { name: /^Files read/ });
  await expect(readers.getByRole("row", { name: /notes\.md/ })).toContainText("planner");

  // An address in ⌘K opens the same page.
  await page.goto("/w/default/sessions");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByPlaceholder("Jump to anything").fill("artifact://researcher/oauth@1");
  await page.getByRole("option", { name: "Open artifact://researcher/oauth@1" }).click();
  await expect(page.getByText("Version 1 of 2, of researcher")).toBeVisible();
});
