import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ContextCompiler, importPolicy } from "@baton/core";
import { runInOrder } from "@baton/example-orchestrator-loop";
import { compileText, openSession } from "@baton/example-session";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const GUIDE = readFileSync(join(ROOT, "docs/embedding.md"), "utf8");
const CUTS = [...GUIDE.matchAll(/`(examples\/[^`]+)`\n\n```ts\n([\s\S]*?)```/g)].map(
  ([, file = "", code = ""]) => ({ file, code }),
);
const [POLICY = "", EVENT = ""] = [...GUIDE.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => json);

describe("docs/embedding.md", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "baton-example-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("starts with the program of the installed package's test", () => {
    const program = readFileSync(join(ROOT, "scripts/pack/core/app.mjs"), "utf8");
    expect(GUIDE).toContain(`\`\`\`js\n${program}\`\`\``);
  });

  it("names a file above each code block", () => {
    expect(CUTS).toHaveLength(GUIDE.match(/```ts/g)?.length ?? 0);
  });

  it.each(CUTS)("quotes $file unchanged", ({ file, code }) => {
    expect(readFileSync(join(ROOT, file), "utf8")).toContain(code);
  });

  it("shows a valid policy, and the resulting line", async () => {
    expect(importPolicy(POLICY)).toMatchObject({ ok: true, findings: [] });
    const compiler = new ContextCompiler(
      openSession({ policy: await compileText(POLICY), folder, sessionId: "claim-1" }),
    );
    await runInOrder(
      compiler,
      {
        intake_agent: async () => ({ summary: "Water" }),
        fraud_agent: async () => ({
          fraud_score: 0.2,
          indicators: [{ name: "late report", source: "call 12" }],
          internal_notes: "The adjuster knows the claimant",
        }),
        recommendation_agent: async () => ({ recommendation: "Pay" }),
      },
      { original_input: { claim_id: "CLM-1" }, observations: [] },
    );
    const lines = readFileSync(join(folder, "sessions/claim-1.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).event_type)).toEqual([
      "policy_seen",
      "context_handoff",
      "context_handoff",
    ]);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject(JSON.parse(EVENT));
  });
});
