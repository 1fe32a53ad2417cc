import { describe, expect, it } from "vitest";
import { LABELLED_DOCUMENTS, type LabelledDocument } from "../../../test/labelled-documents";
import { compactPhase } from "../../compaction/compact-phase";
import { compactArtifact } from "./compact-artifact";

const CLASSES = ["decisions", "constraints", "nextSteps", "numbers"] as const;
type Class = (typeof CLASSES)[number];

/** The labels of a class that a text of the result keeps: a decision and its reason together. */
type Kept = (document: LabelledDocument, name: Class) => readonly boolean[];

function compact({ file, text, type }: LabelledDocument) {
  return compactArtifact({
    agent: "backend-architect",
    type,
    scope: file,
    timestamp: "2026-02-20T10:00:00Z",
    files: [{ path: file, text }],
  });
}

const inManifest: Kept = (document, name) => {
  const { manifest } = compact(document);
  const summary: Readonly<Record<string, unknown>> = manifest?.summary ?? {};
  const decisions = manifest?.key_decisions ?? [];
  const listed = (...keys: string[]) => keys.map((key) => JSON.stringify(summary[key] ?? "")).join("\n");
  const everything = JSON.stringify([summary, decisions]);
  switch (name) {
    case "decisions":
      return document.decisions.map(([said, reason]) =>
        decisions.some((kept) => kept.decision.includes(said) && kept.rationale.includes(reason)),
      );
    case "constraints":
      return document.constraints.map((label) =>
        listed("constraints", "critical_context", "avoid").includes(label),
      );
    case "nextSteps":
      return document.nextSteps.map((label) => listed("next_actions").includes(label));
    case "numbers":
      return document.numbers.map((label) => everything.includes(label));
  }
};

const inPhaseSummary: Kept = (document, name) => {
  const bullets = summarize(document).split("\n");
  const keeps = (...labels: string[]) =>
    bullets.some((bullet) => labels.every((label) => bullet.includes(label)));
  return document[name].map((label) => (typeof label === "string" ? keeps(label) : keeps(...label)));
};

function summarize({ text }: LabelledDocument): string {
  const essential = { task_id: "t-1", feature: "f", spec_path: "specs/f.md" };
  return compactPhase({ output: text, essential, nextPhase: "implementation" }).context_summary;
}

function measure(documents: readonly LabelledDocument[], kept: Kept) {
  return CLASSES.map((name) => {
    const labels = documents.flatMap((document) =>
      kept(document, name).map((isKept, index) => ({
        isKept,
        label: `${document.file}: ${String(document[name][index])}`,
      })),
    );
    const lost = labels.filter(({ isKept }) => !isKept).map(({ label }) => label);
    return { name, total: labels.length, kept: labels.length - lost.length, lost };
  });
}

const MARKDOWN = LABELLED_DOCUMENTS.filter(({ file }) => file.endsWith(".md"));

describe("the extraction from labeled documents", () => {
  // docs/quality.md has this table.
  it.each([
    { result: "manifest", documents: LABELLED_DOCUMENTS, kept: inManifest },
    { result: "summary for the next phase", documents: MARKDOWN, kept: inPhaseSummary },
  ])("keeps at least nine of ten labels of each class in a $result", ({ documents, kept }) => {
    for (const { total, kept: count, lost, name } of measure(documents, kept)) {
      expect(count / total, `${name}, lost: ${lost.join(" | ")}`).toBeGreaterThanOrEqual(0.9);
    }
  });

  it("has enough labels", () => {
    const counts = measure(LABELLED_DOCUMENTS, inManifest).map(({ total }) => total);
    expect(counts.reduce((sum, total) => sum + total, 0)).toBeGreaterThanOrEqual(60);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(15);
  });

  it("has nothing without meaning", () => {
    for (const document of LABELLED_DOCUMENTS) {
      const { manifest } = compact(document);
      const texts = `${JSON.stringify([manifest?.summary, manifest?.key_decisions])}\n${summarize(document)}`;
      expect(
        document.meaningless.filter((words) => texts.includes(words)),
        document.file,
      ).toEqual([]);
    }
  });

  it("is the same byte for byte each time", () => {
    for (const document of LABELLED_DOCUMENTS) {
      expect(JSON.stringify(compact(document))).toBe(JSON.stringify(compact(document)));
      expect(summarize(document)).toBe(summarize(document));
    }
  });

  it("reports a line that has no room in its part", () => {
    const gates = ["Unit", "Type", "Lint", "Load", "Smoke", "Fuzz", "Soak", "Canary"].map(
      (name) => `- ${name} test: 12 passed`,
    );
    const { sources } = compactArtifact({
      agent: "backend-architect",
      type: "implementation",
      scope: "gates",
      timestamp: "2026-02-20T10:00:00Z",
      text: `# Report\n\n## Test results\n\n${gates.join("\n")}\n`,
    });
    expect(sources.dropped).toContainEqual(
      expect.objectContaining({ path: "/summary/test_results/-", text: "Canary test: 12 passed" }),
    );
    expect(sources.dropped_by_part).toMatchObject({ test_results: 2 });
  });
});
