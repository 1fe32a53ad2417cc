import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importPolicy } from "@baton/core";
import { createBaton } from "@baton/core/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const HERE = import.meta.dirname;
const POLICY_FILE = "governance_policies.json";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-example-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function readEvents() {
  const [file = ""] = readdirSync(join(folder, "sessions"));
  const lines = readFileSync(join(folder, "sessions", file), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => JSON.parse(line));
}

it.each(["orchestrator-loop", "openai-agents", "langgraph"])(
  "examples/%s.ts runs, and records its handoffs",
  { timeout: 60_000 },
  (example) => {
    copyFileSync(join(HERE, POLICY_FILE), join(folder, POLICY_FILE));
    const program = ["--import", "tsx", join(HERE, `${example}.ts`), folder];
    const printed = execFileSync(process.execPath, program, { cwd: HERE, encoding: "utf8" });
    expect(printed).toMatch(/recommendation_agent receives .*CLM-1.*fraud_score|fraud_score.*CLM-1/);
    expect(printed).not.toContain("adjuster");
    const events = readEvents();
    expect(events[0]).toMatchObject({ event_type: "policy_seen" });
    expect(events.at(-1)).toMatchObject({
      event_type: "context_handoff",
      governance_rule_id: "fraud_to_recommendation",
      scoping_state: "scoped",
      fields_filtered: expect.arrayContaining(["fraud_agent.internal_notes"]),
    });
  },
);

describe("docs/embedding.md", () => {
  const GUIDE = readFileSync(join(HERE, "../docs/embedding.md"), "utf8");
  const [POLICY = "", EVENT = ""] = [...GUIDE.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => json);

  it("starts with the program of the installed package's test", () => {
    const program = readFileSync(join(HERE, "../scripts/pack/core/app.mjs"), "utf8");
    expect(GUIDE).toContain(`\`\`\`js\n${program}\`\`\``);
  });

  it("shows a valid policy, and the resulting line", async () => {
    expect(importPolicy(POLICY)).toMatchObject({ ok: true, findings: [] });
    writeFileSync(join(folder, POLICY_FILE), POLICY);
    const baton = await createBaton({ folder, sessionId: "claim-1" });
    const fraud_agent = {
      fraud_score: 0.2,
      indicators: [{ name: "late report", source: "call 12" }],
      internal_notes: "The adjuster knows the claimant",
    };
    await baton.contextFor({
      agentId: "recommendation_agent",
      fromAgentId: "fraud_agent",
      priorOutputs: { intake_agent: { summary: "Water" }, fraud_agent },
    });
    await baton.stop();
    const events = readEvents();
    expect(events.map(({ event_type }) => event_type)).toEqual(["policy_seen", "context_handoff"]);
    expect(events.at(-1)).toMatchObject(JSON.parse(EVENT));
  });
});
