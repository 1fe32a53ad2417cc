import { describe, expect, it } from "vitest";
import { readArtifact } from "./artifact";
import { findDecisions } from "./find-decisions";
import { HeadingReader } from "./heading-meaning";
import { RankedSentences } from "./ranked-sentences";
import { Selection } from "./selection";

function decide(text: string, limit = 5): unknown[] {
  const artifact = readArtifact([{ path: null, text }], new HeadingReader());
  return findDecisions(artifact, limit, new Selection(), new RankedSentences(artifact)).items.map(
    ({ value }) => value,
  );
}

describe("findDecisions", () => {
  it("reads decision and reason from the columns of a table", () => {
    const text =
      "## Key Decisions\n\n| Decision | Rationale |\n|---|---|\n| Use PKCE for phones | No secret to keep |\n";
    expect(decide(text)).toEqual([{ decision: "Use PKCE for phones", rationale: "No secret to keep" }]);
  });

  it("uses a heading below decisions as the decision, and the text labeled as reason", () => {
    const text =
      "## Decisions\n\n### 1. Keep the table as it is\n\nIt was discussed twice.\n\n**Rationale**: bookkeeping reads its columns.\n";
    expect(decide(text)).toEqual([
      { decision: "1. Keep the table as it is", rationale: "bookkeeping reads its columns." },
    ]);
  });

  it("takes a later paragraph as the reason if the first only introduces a list", () => {
    const text =
      "## Recommendations\n\n### 2. Load an index first\n\nInstead of the history, provide:\n\n- the index file\n\nThis keeps the first context of a successor small.\n";
    expect(decide(text)).toEqual([
      { decision: "2. Load an index first", rationale: "This keeps the first context of a successor small." },
    ]);
  });

  it("reads what was resolved, and what should be done to avoid something", () => {
    const resolved = "## Resolved in milestone 1\n\n- ✅ Format of the settings (YAML with a schema)\n";
    expect(decide(resolved)).toEqual([
      { decision: "✅ Format of the settings", rationale: "YAML with a schema" },
    ]);
    const advice = "# Notes\n\nThese tasks should be tracked separately to avoid a wider scope.\n";
    expect(decide(advice)).toEqual([
      { decision: "These tasks should be tracked separately", rationale: "to avoid a wider scope." },
    ]);
  });

  it("splits a sentence before its reason", () => {
    const text = "## Decisions\n\n- Read dates twice, because every second one is wrong\n";
    expect(decide(text)).toEqual([
      { decision: "Read dates twice", rationale: "because every second one is wrong" },
    ]);
  });

  it("splits no sentence inside brackets", () => {
    const [found] = decide("## Decisions\n\n- Read dates twice (twice, because of errors) at night\n");
    expect(found).toMatchObject({ decision: "Read dates twice (twice, because of errors) at night" });
  });

  it("takes sentences with a verb of deciding; if decisions are stated, only with an explicit reason", () => {
    const sentence = "We chose one queue because no other service has to be kept alive.";
    expect(decide(`# Notes\n\n${sentence}\n`)).toEqual([
      { decision: "We chose one queue", rationale: "because no other service has to be kept alive." },
    ]);
    const stated = "## Decisions\n\n- Four workers run at night\n";
    expect(decide(`# Notes\n\n${sentence}\n\n${stated}`)).toEqual([
      { decision: "We chose one queue", rationale: "because no other service has to be kept alive." },
      { decision: "Four workers run at night", rationale: "" },
    ]);
    expect(decide(`# Notes\n\nWe chose one queue, which is fine for now.\n\n${stated}`)).toHaveLength(1);
  });

  it("returns decisions with a reason first, up to the limit, without those that are too long", () => {
    const long = "word ".repeat(30);
    const text = `## Decisions\n\n- ${long}\n- Keep the switch for a month\n- Use four workers: one for each core\n`;
    expect(decide(text)).toEqual([
      { decision: "Use four workers", rationale: "one for each core" },
      { decision: "Keep the switch for a month", rationale: "" },
    ]);
    expect(decide(text, 1)).toHaveLength(1);
  });
});
