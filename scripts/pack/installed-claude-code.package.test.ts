import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { expect, test } from "vitest";

const PLUGIN = fileURLToPath(new URL("../../dist/baton-claude-code", import.meta.url));

test("the packed @baton/claude-code satisfies publint", async () => {
  const { messages, pkg } = await publint({ pkgDir: PLUGIN, pack: false, level: "warning", strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test("its program changes the prompt of a subagent outside of the repository", () => {
  const project = mkdtempSync(join(tmpdir(), "baton-plugin-"));
  try {
    mkdirSync(join(project, ".baton"));
    const policy = { multi_agent_handoffs: { blocked_context_fields: ["ssn"] } };
    writeFileSync(join(project, ".baton", "policy.json"), JSON.stringify(policy));
    const input = JSON.stringify({
      session_id: "s",
      cwd: project,
      hook_event_name: "PreToolUse",
      tool_name: "Agent",
      tool_use_id: "t",
      tool_input: { prompt: "ssn: 078-05-1120", subagent_type: "reviewer" },
    });
    const program = join(PLUGIN, "dist", "hook.mjs");
    const options = { cwd: project, input, env: { PATH: process.env.PATH, HOME: project } };
    const output = execFileSync(process.execPath, [program, "hook", "claude-code"], options).toString();
    expect(JSON.parse(output).hookSpecificOutput.updatedInput).toEqual({
      prompt: "ssn: [redacted: blocked_in_text]",
      subagent_type: "reviewer",
    });
  } finally {
    rmSync(project, { recursive: true });
  }
});
