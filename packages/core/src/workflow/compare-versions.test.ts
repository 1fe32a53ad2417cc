import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import type { Finding } from "../finding";
import type { HandoffManifest } from "../manifest/manifest";
import { compareVersions, type ValidatedManifest } from "./compare-versions";

const PLAN: HandoffManifest = {
  from_agent: "architect",
  artifact_type: "plan",
  timestamp: "2026-01-02T10:00:00Z",
  scope: "Sign-in",
  summary: { strategy: "Beside the old routes", risks: ["None is known"] },
  key_decisions: [
    { decision: "PKCE", rationale: "No secret in apps" },
    { decision: "Redis", rationale: "It is there" },
  ],
  files_created: ["plan.md", "api.yaml"],
  artifacts_directory: "artifacts/architect/1/",
  context_budget: { manifest_tokens: 100 },
};
const finding = (code: string): Finding => ({ code, severity: "warning", path: "", message: code, hint: "" });
const checked = (
  manifest: HandoffManifest,
  codes: string[] = [],
  manifestTokens = 100,
): ValidatedManifest => ({
  manifest,
  manifestTokens,
  requiredTokens: 0,
  fullTokens: null,
  findings: codes.map(finding),
});

describe("compareVersions", () => {
  it("finds no difference between runs with the same result at another time and in another order", () => {
    const again: HandoffManifest = {
      ...PLAN,
      timestamp: "2026-01-03T10:00:00Z",
      artifacts_directory: "artifacts/architect/2/",
      files_created: ["api.yaml", "plan.md"],
      context_budget: { manifest_tokens: 99 },
    };
    expect(compareVersions(checked(PLAN), checked(again))).toMatchObject({
      findings: { appeared: [], gone: [] },
      lists: [],
      values: [],
    });
  });

  it.each([
    ["texts", (word: string, place: number) => `${word} ${place}`],
    ["objects", () => ({})],
  ])("compares a hundred thousand %s in seconds", (_, make) => {
    const listing = (word: string): HandoffManifest => ({
      ...PLAN,
      summary: { ...PLAN.summary, all: Array.from({ length: 100_000 }, (_, place) => make(word, place)) },
    });
    const start = cpuMilliseconds();
    const { lists } = compareVersions(checked(listing("old")), checked(listing("new")));
    const found = lists.map(({ path, added, removed }) => [path, added.length, removed.length]);
    expect(found).toEqual(make("", 0) === " 0" ? [["/summary/all", 100_000, 100_000]] : []);
    // Comparing all pairs takes minutes.
    expect(cpuMilliseconds() - start).toBeLessThan(10_000);
  });

  it("lists added and removed decisions; a new reason counts as both", () => {
    const later: HandoffManifest = {
      ...PLAN,
      key_decisions: [
        { decision: "PKCE", rationale: "RFC 9700 asks for it" },
        { decision: "Redis", rationale: "It is there" },
        { decision: "Flag", rationale: "Can be taken back" },
      ],
    };
    expect(compareVersions(checked(PLAN), checked(later)).lists).toEqual([
      {
        path: "/key_decisions",
        added: ["PKCE (RFC 9700 asks for it)", "Flag (Can be taken back)"],
        removed: ["PKCE (No secret in apps)"],
      },
    ]);
  });

  it("compares the summary key by key, and separates removed lists from changed values", () => {
    const later: HandoffManifest = { ...PLAN, summary: { strategy: "In place of the old routes", "a/b": 1 } };
    const { lists, values } = compareVersions(checked(PLAN), checked(later));
    expect(lists).toEqual([{ path: "/summary/risks", added: [], removed: ["None is known"] }]);
    expect(values).toEqual([
      { path: "/summary/a~1b", before: null, after: "1" },
      { path: "/summary/strategy", before: "Beside the old routes", after: "In place of the old routes" },
    ]);
  });

  it("returns sizes of both versions, and new and resolved findings", () => {
    const comparison = compareVersions(
      checked(PLAN, ["unknown_agent", "low_compression"], 900),
      checked(PLAN, ["unknown_agent", "secret_found"], 450),
    );
    expect(comparison.sizes).toEqual({
      manifestTokens: { before: 900, after: 450 },
      requiredTokens: { before: 0, after: 0 },
      fullTokens: { before: null, after: null },
    });
    expect(comparison.findings.appeared.map(({ code }) => code)).toEqual(["secret_found"]);
    expect(comparison.findings.gone.map(({ code }) => code)).toEqual(["low_compression"]);
  });
});
