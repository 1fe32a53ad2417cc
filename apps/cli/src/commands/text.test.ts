import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-text-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function check(text: string, ...words: string[]) {
  const path = join(folder, "text.md");
  await writeFile(path, text);
  const policy = join(folder, "policies.json");
  const content_rules = [
    { rule_id: "ids", detector: "pattern", pattern: "CUST-[0-9]{6}", action: "redact" },
    { rule_id: "env", detector: "file_path", pattern: "**/.env*", action: "block" },
    { rule_id: "mail", detector: "email", action: "flag" },
  ];
  await writeFile(policy, JSON.stringify({ multi_agent_handoffs: { content_rules } }));
  return runCommand("text", "check", path, "--policy", policy, "--from", "a", "--to", "b", ...words);
}

it("text check prints the text as it may pass, and exits with 1 if a rule changes or blocks it", async () => {
  expect(await check("Ask ann@example.com.")).toMatchObject({ exitCode: 0, stdout: "Ask ann@example.com." });
  expect(await check("For CUST-123456.")).toEqual({
    exitCode: 1,
    stdout: "For [redacted: ids].",
    stderr: "ids: pattern, 1 found, redact.\n",
  });
  const blocked = await check("See app/.env.local", "--json");
  expect(blocked.exitCode).toBe(1);
  expect(JSON.parse(blocked.stdout)).toMatchObject({ ok: false, text: null, blocked: true });
});
