import { describe, expect, it } from "vitest";
import type { Summarizer } from "../../scoping/summarize";
import { compactArtifact } from "./compact-artifact";
import { rephraseManifest } from "./rephrase-manifest";

const compaction = compactArtifact({
  agent: "systems-architect",
  type: "plan",
  scope: "Queue",
  timestamp: "2026-01-31T10:30:00Z",
  text: "# Plan\n\n## Strategy\n\nWe are going to split the job into a queue.\n\n## Decisions\n\n- Use the queue that is there, because it runs already\n\n## Files to create\n\n- `src/queue.ts` - the queue\n",
});

/** A model that responds by a table, and fails for other requests. */
function answering(answers: Record<string, string>): Summarizer {
  return {
    async summarize({ text }) {
      const answer = answers[text];
      if (answer === undefined) throw new Error("no answer");
      return { text: answer, tokensUsed: 10 };
    },
  };
}

describe("rephraseManifest", () => {
  it("marks rephrased texts, records the words of the source, and keeps the rest", async () => {
    const model = answering({ "We are going to split the job into a queue.": "Split the job into a queue." });
    const { manifest, sources } = await rephraseManifest(compaction, model);
    expect(manifest?.summary.strategy).toBe("Split the job into a queue.");
    expect(sources.items[0]).toEqual({
      path: "/summary/strategy",
      text: "Split the job into a queue.",
      origin: "model",
      extract: "We are going to split the job into a queue.",
      source: { file: null, startLine: 5, endLine: 5 },
    });
    expect(sources.items.slice(1)).toEqual(compaction.sources.items.slice(1));
    expect(sources.model_tokens).toBe(10);
    expect(sources.manifest_tokens).toBeLessThan(compaction.sources.manifest_tokens);
  });

  it("keeps the words of the source if the model's do not fit, and never rephrases files", async () => {
    const model = answering({
      "We are going to split the job into a queue.": "Split. Queue. Go.",
      "src/queue.ts": "q.ts",
      "`src/queue.ts` - the queue": "a queue",
    });
    expect(await rephraseManifest(compaction, model)).toEqual({
      ...compaction,
      sources: { ...compaction.sources, model_tokens: 10 },
    });
  });
});
