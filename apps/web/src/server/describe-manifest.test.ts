import { DEFAULT_BUDGET_LIMITS } from "@baton/core/tokens";
import { describe, expect, it } from "vitest";
import { describeBudget, describeDependencies, describeDocument, describeFiles } from "./describe-manifest";

const sizes = { artifactType: "research", requiredReadingTokens: 0, detailTokens: 22_500 } as const;

describe("describeBudget", () => {
  it("compares a handoff with its budget, and the receiver with its context window", () => {
    const { handoff, manifest, context } = describeBudget(
      { ...sizes, manifestTokens: 950, requiredReadingTokens: 1_550 },
      DEFAULT_BUDGET_LIMITS,
    );
    expect(handoff).toMatchObject({ tokens: 2_500, limitTokens: 10_000, utilization: 0.25, level: "ok" });
    expect(manifest).toMatchObject({ utilization: 0.95, level: "critical" });
    expect(context).toMatchObject({ utilization: 32_500 / 200_000, targetShare: 0.4 });
  });

  it("returns the compression ratio, and whether the sources are long enough to check it", () => {
    const of = (fields: object) =>
      describeBudget({ ...sizes, manifestTokens: 450, ...fields }, DEFAULT_BUDGET_LIMITS).compression;
    expect(of({})).toMatchObject({ ofManifest: 50, target: 50, isLow: false, isChecked: true });
    expect(of({ detailTokens: 1_000 })).toMatchObject({ isLow: false, isChecked: false });
    expect(of({ manifestTokens: 1_000 })).toMatchObject({ ofManifest: 22.5, isLow: true });
    expect(of({ detailTokens: null })).toMatchObject({ ofManifest: null, isChecked: false });
  });
});

const research = {
  from_agent: "analyzer",
  artifact_type: "research",
  timestamp: "2026-03-01T10:00:00Z",
  summary: { constraints: ["Mobile tokens keep their format", "No password leaves the gateway"] },
};
const plan = {
  from_agent: "architect",
  artifact_type: "plan",
  timestamp: "2026-03-02T10:00:00Z",
  dependencies_satisfied: ["analyzer: mobile tokens keep their format", "auditor: all is signed"],
};
const project = [
  { manifestId: "r", fromAgent: "analyzer", scope: "As it is", text: JSON.stringify(research) },
  { manifestId: "p", fromAgent: "architect", scope: "As it will be", text: JSON.stringify(plan) },
];

describe("describeDependencies", () => {
  it("returns the earlier manifests, and constraints that no later one covers", () => {
    expect(describeDependencies({ manifestId: "p", text: JSON.stringify(plan) }, project)).toMatchObject({
      dependencies: {
        first: [{ target: { manifestId: "r", scope: "As it is" } }, { agent: "auditor", target: null }],
        count: 2,
      },
      uncovered: { first: [], count: 0 },
    });
    expect(describeDependencies({ manifestId: "r", text: JSON.stringify(research) }, project)).toMatchObject({
      dependencies: { first: [], count: 0 },
      uncovered: { first: [{ constraint: "No password leaves the gateway" }], count: 1 },
    });
  });

  it("returns null if documents are not stored", () => {
    expect(describeDependencies({ manifestId: "p", text: null }, project)).toBeNull();
  });
});

describe("describeDocument", () => {
  it("reads the valid parts of an invalid manifest, and ignores invalid sources", () => {
    const text = JSON.stringify({
      summary: { strategy: "One step" },
      key_decisions: "none",
      required_reading: [7],
    });
    expect(describeDocument({ text, sourcesText: '{"items":"none"}' })).toEqual({
      isTooLarge: false,
      summary: { strategy: "One step" },
      keyDecisions: [],
      items: [],
      dropped: [],
      droppedByPart: {},
    });
    expect(describeDocument({ text: null, sourcesText: null })).toBeNull();
    expect(describeDocument({ text: "no JSON", sourcesText: null })).toBeNull();
  });

  it("skips a document over a hundred thousand characters, which would take seconds to render", () => {
    const text = `{"summary":{"constraints":[${"{},".repeat(40_000)}{}]},"key_decisions":["PKCE"]}`;
    const sourcesText = `{"items":[${"0,".repeat(60_000)}0],"dropped":[]}`;
    expect(describeDocument({ text, sourcesText })).toEqual({
      isTooLarge: true,
      summary: {},
      keyDecisions: [],
      items: [],
      dropped: [],
      droppedByPart: {},
    });
  });
});

describe("describeFiles", () => {
  const file = (path: string) => ({ path, state: "unavailable", reason: "the file does not exist" }) as const;

  it("lists each file once, with its description in the document", () => {
    const text = JSON.stringify({ required_reading: [null, { file: "b.md", description: "All steps" }] });
    const files = {
      directory: "manifest_folder" as const,
      requiredReading: [null, { name: "b.md", isPattern: false, files: [file("b.md")] }],
      optionalContext: [],
      detailFiles: [{ name: "*", isPattern: true, files: [file("a.md"), file("b.md")] }],
    };
    expect(describeFiles({ text, files }, [{ path: "a.md", sha256: "ab" }])).toEqual({
      first: [
        { uses: ["required", "detail"], file: file("b.md"), description: "All steps", sha256: null },
        { uses: ["detail"], file: file("a.md"), description: null, sha256: "ab" },
      ],
      count: 2,
    });
    expect(describeFiles({ text, files: null }, [])).toBeNull();
  });
});
