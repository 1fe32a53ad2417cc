import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

const EXAMPLES = fileURLToPath(new URL("../..", import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "baton-example-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each(["orchestrator-loop", "openai-agents", "langgraph"])(
  "examples/%s runs, and records its handoffs",
  (example) => {
    const main = join(EXAMPLES, example, "src/main.ts");
    const options = { cwd: join(EXAMPLES, example), encoding: "utf8" } as const;
    const printed = execFileSync(process.execPath, ["--import", "tsx", main, folder], options);
    expect(printed).toMatch(/recommendation_agent reads .*fraud_score/);
    expect(printed).not.toContain("adjuster");

    const [file = ""] = readdirSync(join(folder, "sessions"));
    const lines = readFileSync(join(folder, "sessions", file), "utf8").trimEnd().split("\n");
    const events = lines.map((line) => JSON.parse(line));
    expect(events[0]).toMatchObject({ event_type: "policy_seen" });
    expect(events.at(-1)).toMatchObject({
      event_type: "context_handoff",
      governance_rule_id: "fraud_to_recommendation",
      scoping_state: "scoped",
      fields_filtered: expect.arrayContaining(["fraud_agent.internal_notes"]),
    });
  },
  60_000,
);
