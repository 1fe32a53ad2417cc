import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withBaton } from "./with-baton";

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "baton-agent-sdk-"));
  await mkdir(join(project, ".baton"));
  const policy = { multi_agent_handoffs: { blocked_context_fields: ["ssn"] } };
  await writeFile(join(project, ".baton", "policy.json"), JSON.stringify(policy));
  for (const name of ["CLAUDE_PROJECT_DIR", "BATON_POLICY", "BATON_URL"]) vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(project, { recursive: true });
});

interface Matcher {
  hooks: ((input: object) => Promise<object>)[];
}

it("adds hooks to the application's own, which change the prompt of a subagent", async () => {
  const own: Matcher = { hooks: [async () => ({})] };
  const given: { model: string; hooks: Record<string, Matcher[]> } = {
    model: "m",
    hooks: { PreToolUse: [own] },
  };
  const { model, hooks } = withBaton(given);
  expect(model).toBe("m");
  expect(hooks.PreToolUse?.[0]).toBe(own);
  const output = await hooks.PreToolUse?.[1]?.hooks[0]?.({
    ...{ session_id: "s", cwd: project, hook_event_name: "PreToolUse", tool_name: "Agent", tool_use_id: "t" },
    tool_input: { prompt: "ssn: 078-05-1120", subagent_type: "reviewer" },
  });
  expect(output).toMatchObject({
    hookSpecificOutput: { updatedInput: { prompt: "ssn: [redacted: blocked_in_text]" } },
  });
});

it("denies a call that it cannot read, and ignores other events that it cannot read", async () => {
  const { hooks } = withBaton<{ hooks: Record<string, Matcher[]> }>({ hooks: {} });
  const circular = (hook_event_name: string) => {
    const input: Record<string, unknown> = { hook_event_name };
    input.self = input;
    return input;
  };
  const log = vi.spyOn(console, "error").mockReturnValue();
  expect(await hooks.PreToolUse?.[0]?.hooks[0]?.(circular("PreToolUse"))).toMatchObject({
    hookSpecificOutput: { permissionDecision: "deny" },
  });
  expect(await hooks.SubagentStop?.[0]?.hooks[0]?.(circular("SubagentStop"))).toEqual({});
  expect(log).toHaveBeenCalledTimes(1);
  log.mockRestore();
});
