import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../../test/run-command";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "baton-memory-"));
  await writeFile(
    join(root, "memories.jsonl"),
    `${JSON.stringify({ id: "m-1", text: "Ann prefers mail", salary: 5000, agent_id: "intake" })}\n`,
  );
  await writeFile(join(root, "AGENTS.md"), "# Build\n\n- Use Node 20\n");
});
afterEach(() => rm(root, { recursive: true }));

it("lists the memories of a project with their source", async () => {
  const { stdout } = await runCommand("memory", "list", "--project", root);
  expect(stdout).toBe(
    'AGENTS.md:3 (Build): {"text":"Use Node 20"}\nmemories.jsonl:1 (intake): {"text":"Ann prefers mail","salary":5000}\n',
  );
});

it("no longer retrieves a field that an owner blocks for one agent, and records each retrieval", async () => {
  const retrieve = async (agent: string) => {
    const words = ["memory", "retrieve", "Ann", "--agent", agent, "--project", root, "--json"];
    return JSON.parse((await runCommand(...words)).stdout);
  };
  expect((await retrieve("reviewer")).memories).toMatchObject([{ salary: 5000 }]);
  const rule = {
    rule_id: "no_salary",
    from_agent_id: "memory",
    to_agent_id: "reviewer",
    handoff_mode: "full",
    blocked_context_fields: ["salary"],
  };
  const policy = { multi_agent_handoffs: { default_handoff_mode: "full", agent_handoff_rules: [rule] } };
  await writeFile(join(root, "policy.json"), JSON.stringify(policy));
  const words = ["memory", "retrieve", "Ann", "--project", root, "--policy", "policy.json", "--json"];
  const blocked = JSON.parse((await runCommand(...words, "--agent", "reviewer")).stdout);
  expect(blocked).toMatchObject({ removed: ["memories[].salary"], rule: "no_salary" });
  expect(JSON.stringify(blocked.memories)).not.toContain("5000");
  const other = JSON.parse((await runCommand(...words, "--agent", "payroll")).stdout);
  expect(other.memories).toMatchObject([{ salary: 5000 }]);
  const folder = join(root, ".baton/sessions");
  const lines = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
  );
  expect(lines.join("")).toContain('"governance_rule_id":"no_salary"');
});
