import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createBaton } from "./create-baton";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "baton-create-"));
});
afterEach(() => rm(folder, { recursive: true }));

const POLICY = JSON.stringify({
  multi_agent_handoffs: {
    default_handoff_mode: "full",
    audit_all_handoffs: true,
    blocked_context_fields: ["ssn"],
  },
});

async function handOver(options: { log?: (message: string) => void } = {}) {
  const baton = await createBaton({ folder, sessionId: "s1", ...options });
  baton.tracker.record("intake", "completed");
  const { context } = await baton.contextFor({
    agentId: "fraud",
    priorOutputs: { intake: { ssn: "111", score: 7 } },
  });
  return context;
}

it("createBaton scopes by the policy of the folder and writes the event", async () => {
  await writeFile(join(folder, "governance_policies.json"), POLICY);
  expect(await handOver()).toMatchObject({ prior_outputs: { intake: { score: 7 } } });
  const lines = (await readFile(join(folder, "sessions", "s1.jsonl"), "utf8")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event_type: "policy_seen" },
    { event_type: "context_handoff", from_agent_id: "intake", to_agent_id: "fraud", scoping_state: "scoped" },
  ]);
});

it("createBaton passes everything in observe mode", async () => {
  await writeFile(join(folder, "governance_policies.json"), POLICY);
  await writeFile(join(folder, "system_config.json"), '{"multi_agent_handoffs":{"observe":true}}');
  expect(await handOver()).toMatchObject({ prior_outputs: { intake: { ssn: "111" } } });
});

it("createBaton passes no output without a readable policy, and logs the missing file", async () => {
  const messages: string[] = [];
  const context = await handOver({ log: (message) => messages.push(message) });
  expect(context).toMatchObject({ handoff_mode: "minimal", prior_outputs: {} });
  expect(messages.join("\n")).toContain("is missing or empty");
});

it("createBaton writes no handoff for the first agent", async () => {
  await writeFile(join(folder, "governance_policies.json"), POLICY);
  const baton = await createBaton({ folder });
  const { event } = await baton.contextFor({ agentId: "intake", originalInput: { claim_id: 1 } });
  expect(event).toBeNull();
});
