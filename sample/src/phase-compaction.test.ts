import { join } from "node:path";
import { PhaseWorkflow } from "@baton/core/compaction";
import { HandoffManifest } from "@baton/core/manifest";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { generateOAuth } from "./oauth";
import { createRandom } from "./random";
import { SampleData } from "./sample-data";
import type { SampleFile } from "./sample-file";

const ESSENTIAL = { task_id: "oauth2-001", feature: "oauth2-pkce", spec_path: "docs/requests/oauth2.md" };

/** The reports of the sample's phases, and the next phase of each. */
const PHASES = [
  ["full-analysis.md", "design: OAuth2 with PKCE"],
  ["full-plan.md", "implementation: OAuth2 with PKCE"],
  ["implementation-notes.md", "testing: OAuth2 with PKCE"],
] as const;

const Texts = z.array(z.string()).default([]);
/** Facts that the agents themselves stated for the next one. */
const Facts = z.looseObject({ constraints: Texts, key_insights: Texts, risks: Texts });

let files: SampleFile[];

beforeAll(async () => {
  const data = new SampleData(join(import.meta.dirname, "..", "data"));
  files = await generateOAuth({ random: createRandom(7), today: Date.parse("2026-01-31T00:00:00Z"), data });
}, 60_000);

/** Returns the result of a phase: the summary and decisions of its manifest, and the whole report. */
function readPhase(report: string) {
  const file = files.find(({ path }) => path.endsWith(report));
  const manifest = files.find(({ path }) => path === file?.path.replace(report, "manifest.json"));
  const { summary, key_decisions = [] } = HandoffManifest.parse(JSON.parse(manifest?.content ?? ""));
  const { constraints, key_insights, risks } = Facts.parse(summary);
  const decisions = key_decisions.map(({ decision }) => decision);
  return {
    output: { summary, key_decisions, report: file?.content },
    contract: {
      literal: Object.values(ESSENTIAL),
      said: [...constraints, ...key_insights, ...risks, ...decisions],
    },
  };
}

describe("compacting the sample's workflow at the end of each phase", () => {
  it("NFR-1, NFR-2: saves at least 30 % of the context and keeps all required facts", () => {
    const workflow = new PhaseWorkflow({ essential: ESSENTIAL });
    const phases = PHASES.map(([report, nextPhase]) =>
      workflow.finishPhase({ ...readPhase(report), nextPhase }),
    );
    const before = phases.reduce((sum, { before_tokens }) => sum + before_tokens, 0);
    const after = phases.reduce((sum, { after_tokens }) => sum + after_tokens, 0);
    console.log(`${before} tokens before, ${after} after, ${Math.round(100 * (1 - after / before))} % less`);
    expect(after).toBeLessThanOrEqual(0.7 * before);
    expect(phases.map(({ event }) => event.survival)).toEqual([
      { required: 15, missing: [] },
      { required: 8, missing: [] },
      { required: 6, missing: [] },
    ]);
  }, 60_000);

  it("reports a lost fact", () => {
    const { output, contract } = readPhase("full-plan.md");
    const workflow = new PhaseWorkflow({ essential: ESSENTIAL });
    const lost = {
      ...contract,
      said: [...contract.said, "Certificates of partners are checked by hand each spring."],
    };
    const { event } = workflow.finishPhase({ output, contract: lost, nextPhase: "implementation" });
    expect(event.survival?.missing).toEqual(["Certificates of partners are checked by hand each spring."]);
  }, 60_000);
});
