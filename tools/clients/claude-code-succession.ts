import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ingestPaths } from "@baton/ingest/pipeline";
import type { ClientLab } from "./client-lab";
import { roleMark } from "./model-stub";
import { runClaude } from "./run-claude";

/** The window of the plugin without settings is 200,000 tokens: this is 86 % of it. */
const NEARLY_FULL = 172_000;

const documentOf = (commit: string) => `---
commit: ${commit}
branch: main
---

# Claim C-9

## Immediate Next Action

Pay the reserve of claim C-9.

## Current State

- File: claims/c-9.md
- Location: line 12

## Key Decisions Made

1. Pay at once: the customer waits since May

## What NOT to Try

1. A second review: it found nothing

## Critical Context

- The limit is 5000 EUR

## References

None.
`;

/**
 * Fills the context of a session, lets it write a handoff document by `/baton:handoff`, and continues in a new
 * session, which Baton shows as the child of the first.
 */
export async function checkSuccession(lab: ClientLab, plugin: string): Promise<void> {
  const { checks, stub, db, stored, scratch, workspaceId } = lab;
  const commit = await commitClaim(scratch);
  const document = join(scratch, "handoffs", "2026-05-01-c-9.md");
  const [first, second] = [randomUUID(), randomUUID()];
  const play = stub.play({
    filling: [
      { context: NEARLY_FULL, calls: [{ tool: "Bash", input: { command: "echo 1", description: "Look" } }] },
      { context: NEARLY_FULL, text: "I hand over." },
    ],
    ending: [
      {
        context: NEARLY_FULL,
        calls: [{ tool: "Write", input: { file_path: document, content: documentOf(commit) } }],
      },
      { context: NEARLY_FULL, text: "The document is written." },
    ],
    next: [{ calls: [{ tool: "Read", input: { file_path: document } }] }, { text: "I pay the reserve." }],
  });
  const options = ["--plugin-dir", plugin, "--allowedTools", "Write", "Read", "Bash"];
  await runClaude(lab, "filling", ["--session-id", first, ...options]);
  await runClaude(lab, "ending", ["--resume", first, ...options], `/baton:handoff ${roleMark("ending")}`);
  await runClaude(lab, "next", ["--session-id", second, ...options]);
  checks.equal("requests without an answer", play.unexpected, []);

  const received = (role: string, text: string) =>
    play.bodies.some((body) => body.role === role && body.text.includes(text));
  checks.equal(
    "the agent gets the instruction to write a handoff document at 85 %",
    received("filling", "86 % of the context window is used. Finish the current step"),
    true,
  );
  checks.equal(
    "/baton:handoff gives the agent its steps",
    received("ending", "Write a handoff document for the agent that continues this work"),
    true,
  );
  checks.equal(
    "a new session gets the index at its start",
    received("next", "Immediate next action: Pay the reserve of claim C-9."),
    true,
  );

  const paths = [join(scratch, ".claude", "projects"), join(scratch, "handoffs")];
  await ingestPaths({ db, workspaceId, paths, storesContent: true });
  checks.equal(
    "the new session is the child of the one that wrote the document",
    (await stored.sessions()).filter((text) => text.startsWith(second)),
    [`${second} ${first}`],
  );
  checks.equal(
    "successions",
    (await stored.handoffs())
      .filter((text) => text.includes(" succession "))
      .map((text) => text.split(" ").slice(0, 5).join(" ")),
    [`${first} succession main → main`],
  );
  checks.equal("score and staleness of the document", await stored.handoffDocuments(), [
    "Claim C-9: 100, FRESH",
  ]);
}

/** Makes the folder a repository with the file that the document names, and returns its commit. */
async function commitClaim(folder: string): Promise<string> {
  const run = promisify(execFile);
  const git = (...words: string[]) =>
    run("git", ["-c", "user.name=Lab", "-c", "user.email=lab@example.org", ...words], { cwd: folder });
  await mkdir(join(folder, "claims"), { recursive: true });
  await writeFile(join(folder, "claims", "c-9.md"), "# Claim C-9\n");
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "claims");
  await git("commit", "--quiet", "-m", "Add claim C-9");
  return (await git("rev-parse", "HEAD")).stdout.trim();
}
