import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { BATON_FOLLOW } from "./env";

/** A task's folder below the folder that the tested Baton follows. */
const TASK = join(BATON_FOLLOW, "projects", "pager", "specs", "42_pager");

function write(path: string, content: string): void {
  const file = join(TASK, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const document = (phase: number, frontMatter: string, extra = "") => `---
task: pager
phase: "${phase}"
created_at: 2026-03-0${phase}T10:00:00Z
${frontMatter}
---

# Pager, phase ${phase}

## Immediate Next Action

Fix the off-by-one error in \`nextPage\`.

## Current State

- File: src/pager.ts
- Location: line 88

## Key Decisions Made

1. Pages count from 1: the old links do

## What NOT to Try

1. Rounding up: it gives an empty page

## Critical Context

- \`total\` may be null
${extra}`;

const HOSTILE = `
<script>document.title = "owned"</script>
<img src=x onerror="document.title='owned'">

[press me](javascript:document.title='owned')
`;

test.beforeAll(() => {
  write("handoffs/phase-1-handoff.md", document(1, "branch: main"));
  write("handoffs/phase-2-handoff.md", document(2, "predecessor: phase-1-handoff.md", HOSTILE));
  write(
    "progress/phase-2-progress.json",
    JSON.stringify({
      phase: 2,
      objectives: [
        { id: 1, description: "Count pages from 1", status: "done" },
        { id: 2, description: "Last page is never empty", status: "in_progress", note: "fails at 0 rows" },
      ],
      approaches_tried: [{ approach: "Round up", result: "gives an empty page" }],
    }),
  );
});

/** A successor: where do I begin, can I trust the documents, and what came before? */
test.describe("a successor", () => {
  test("reads the newest document with its score, staleness and progress, and opens its predecessors", async ({
    page,
  }) => {
    await page.goto("/w/default/documents?search=pager");
    const list = page.getByRole("table", { name: "Handoff documents (newest first)" });
    await expect(list.getByRole("row", { name: /phase 2/ })).toBeVisible();
    await list.getByRole("link", { name: /phase 2/ }).click();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pager, phase 2");
    await expect(page.getByRole("heading", { name: "Immediate Next Action" })).toBeVisible();
    const score = page.getByRole("region", { name: "Score" });
    await expect(score.getByRole("row", { name: /One next action 20 of 20/ })).toBeVisible();
    await expect(score.getByRole("row", { name: /Files that exist 0 of 15/ })).toBeVisible();
    await expect(page.getByRole("region", { name: "Staleness" })).toContainText(
      "the folder is not in a git repository",
    );
    await expect(page.getByRole("region", { name: "Sections" })).toContainText("5 of 6 found");

    const progress = page.getByRole("region", { name: "Progress", exact: true });
    await expect(progress).toContainText("1 of 2");
    await expect(progress).toContainText("Last page is never empty");
    await expect(progress).toContainText("Round up");

    const chain = page.getByRole("region", { name: "Chain", exact: true });
    await chain.getByRole("link", { name: /phase 1/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pager, phase 1");
  });

  test("sees a document as text that cannot act on the page", async ({ page }) => {
    await page.goto("/w/default/documents?search=phase-2-handoff");
    await page.getByRole("table").getByRole("link").first().click();
    const text = page.getByRole("region", { name: "Document", exact: true });
    await expect(text.getByText("press me")).toBeVisible();
    await expect(text.locator("script, img, a")).toHaveCount(0);
    await page.getByRole("radio", { name: "As written" }).click();
    await expect(text).toContainText('<script>document.title = "owned"</script>');
    expect(await page.title()).not.toContain("owned");
  });

  test("can clear the filters of a search without results", async ({ page }) => {
    await page.goto("/w/default/documents?search=zzzzz");
    await expect(page.getByText("No documents match these filters")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
  });
});

test("sees on the session that an agent ended early, why, and the document it left", async ({ page }) => {
  write(
    ".return-meta.json",
    JSON.stringify({
      status: "partial",
      completed_at: "2026-03-02T12:00:00Z",
      metadata: { session_id: "pager-ended", agent_type: "pager-coder" },
      partial_progress: {
        stage: "context_exhaustion_handoff",
        details: "86 % of the context window is used; a successor continues the work.",
        phases_completed: 1,
        phases_total: 3,
        handoff_path: "specs/42_pager/handoffs/phase-2-handoff.md",
      },
    }),
  );
  const result = page
    .getByRole("table", { name: /^Manifests, tasks, documents/ })
    .getByRole("row", { name: /Result.*86 % of the context window is used/ });
  await expect(async () => {
    await page.goto("/w/default/sessions/pager-ended");
    await expect(result).toContainText("partial", { timeout: 2_000 });
  }).toPass();
  await expect(result).toContainText("1 of 3 done");
  await result.getByRole("link", { name: /phase-2-handoff\.md/ }).click();
  await expect(page).toHaveURL(/\/documents\//);
});

test("sees on the task how its agent ended", async ({ page }) => {
  const time = (minute: number) => `2026-03-02T12:0${minute}:00Z`;
  const task = {
    taskId: "pager-2",
    fromAgent: "pager-lead",
    toAgent: "pager-tester",
    taskName: "Test the pager",
    taskDescription: "Test the pager with zero pages.",
    interfaces: {},
    criticalNotes: [],
    dependencies: [],
    testRequirements: [],
    tokenBudget: 1_000,
    priority: "high",
  };
  const event = { event_type: "task_handoff", event_id: "pager-t-1", session_id: "pager-tested" };
  write(
    "sessions/pager-tested.jsonl",
    `${JSON.stringify({ ...event, timestamp: time(0), handoff: task })}\n`,
  );
  write(
    "test/.return-meta.json",
    JSON.stringify({
      status: "partial",
      completed_at: time(5),
      metadata: { session_id: "pager-tested", agent_type: "pager-tester" },
      partial_progress: {
        stage: "context_exhaustion_handoff",
        details: "The window is full.",
        phases_completed: 1,
        phases_total: 2,
        handoff_path: "specs/42_pager/handoffs/phase-1-handoff.md",
      },
    }),
  );
  await expect(async () => {
    await page.goto("/w/default/tasks?search=Test+the+pager");
    await page.getByRole("table").getByRole("link", { name: "Test the pager" }).click({ timeout: 2_000 });
    const result = page.getByRole("region", { name: "Results of the agent" });
    await expect(result).toContainText("partial", { timeout: 2_000 });
    await expect(result).toContainText("1 of 2 done");
    await expect(result).toContainText("The window is full.");
  }).toPass();
  await page.getByRole("link", { name: /phase-1-handoff\.md/ }).click();
  await expect(page).toHaveURL(/\/documents\//);
});
