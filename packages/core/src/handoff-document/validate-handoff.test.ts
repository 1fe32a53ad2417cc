import { describe, expect, it } from "vitest";
import { policyOf } from "../../test/handoff";
import { loadDetectors } from "../content/load-detectors";
import type { SecretFinder } from "../secret-finder";
import { SCORE_POINTS } from "./score-handoff";
import { type DocumentFacts, validateHandoff } from "./validate-handoff";

/** Finds the word "hunter2". */
const secrets: SecretFinder = {
  findSecrets: (text) => {
    const start = text.indexOf("hunter2");
    if (start < 0) return [];
    const line = text.slice(0, start).split("\n").length;
    return [{ kind: "password", start, end: start + 7, line, column: 1 }];
  },
};

const FACTS: DocumentFacts = { secrets, files: new Map([["src/pager.ts", "present"]]), staleness: "FRESH" };

const GOOD = `# Phase 6

## Immediate Next Action
Fix the off-by-one error in \`nextPage\`.

## Current State
- File: src/pager.ts
- Location: line 88

## Key Decisions Made
1. Pages count from 1: the old links do

## What NOT to Try
1. Rounding up: it gives an empty page

## Critical Context
- \`total\` may be null

## References
- src/pager.ts
`;

const codesOf = (text: string, facts: Partial<DocumentFacts> = {}) =>
  validateHandoff(text, { ...FACTS, ...facts }).findings.map(({ code }) => code);
const scoreOf = (text: string, facts: Partial<DocumentFacts> = {}) =>
  validateHandoff(text, { ...FACTS, ...facts }).score.total;

describe("validateHandoff", () => {
  it("reports what a content rule matches", async () => {
    const contentPolicy = policyOf(
      { content_rules: [{ rule_id: "x", detector: "pattern", pattern: "nextPage", action: "block" }] },
      { enabled: true, observe: false },
      await loadDetectors(),
    );
    const { findings } = validateHandoff(GOOD, { ...FACTS, contentPolicy });
    expect(findings.map(({ code, path }) => [code, path])).toEqual([["content_rule", ""]]);
  });

  it("accepts a good document, with all points", () => {
    const { findings, score, lines } = validateHandoff(GOOD, FACTS);
    expect(findings).toEqual([]);
    expect(score).toEqual({ total: 100, points: SCORE_POINTS });
    expect(lines).toBe(20);
  });

  it("reports placeholder for unfilled templates, with no points", () => {
    for (const placeholder of ["[TODO: who decides?]", "{Why it failed}", "specs/{N}/plan.md", "{path}"]) {
      const text = GOOD.replace("the old links do", placeholder);
      expect(codesOf(text), placeholder).toEqual(["low_quality", "placeholder"]);
      expect(scoreOf(text)).toBe(0);
    }
    for (const code of [
      "`{path}`",
      "the set {p, q}",
      "a type {Atom}",
      "{ a: 1 }",
      "[todo list](docs/todo.md)",
    ]) {
      expect(codesOf(GOOD.replace("the old links do", code)), code).toEqual([]);
    }
    expect(codesOf(`${GOOD}\n\`\`\`\n{Why it failed}\n\`\`\`\n`)).toEqual([]);
  });

  it("reports secret_found with place and kind but no content, and no points", () => {
    const { findings, score } = validateHandoff(GOOD.replace("may be null", "hunter2"), FACTS);
    expect(findings.map(({ code }) => code)).toEqual(["low_quality", "secret_found"]);
    expect(findings[1]?.message).toBe("line 17 contains a secret (password)");
    expect(JSON.stringify(findings)).not.toContain("hunter2");
    expect(score.total).toBe(0);
  });

  it("reports at most a thousand secrets", () => {
    const places = Array.from({ length: 200_000 }, (_, index) => ({
      kind: "password",
      start: index,
      end: index + 1,
      line: index,
      column: 1,
    }));
    const { findings, score } = validateHandoff(GOOD, { ...FACTS, secrets: { findSecrets: () => places } });
    expect(findings).toHaveLength(1_000);
    expect(score.total).toBe(0);
  });

  it("reports missing_section, as an error if the next agent cannot continue without it", () => {
    const { findings } = validateHandoff("## Key Decisions Made\nNone.\n", FACTS);
    const missing = findings.filter(({ code }) => code === "missing_section");
    expect(missing.map(({ path, severity }) => [path, severity])).toEqual([
      ["/criticalContext", "warning"],
      ["/currentState", "error"],
      ["/failedApproaches", "warning"],
      ["/nextAction", "error"],
      ["/references", "warning"],
    ]);
  });

  it("reports several_next_actions", () => {
    const text = GOOD.replace("Fix the off-by-one error in `nextPage`.", "1. Fix it.\n2. Test it.");
    expect(codesOf(text)).toEqual(["several_next_actions"]);
    expect(scoreOf(text)).toBe(80);
  });

  it("reports too_much_context for more than five facts", () => {
    const facts = (count: number) => GOOD.replace("- `total` may be null", "- A fact\n".repeat(count));
    expect(codesOf(facts(5))).toEqual([]);
    expect(codesOf(facts(6))).toEqual(["too_much_context"]);
    expect(scoreOf(facts(6))).toBe(90);
  });

  it("reports referenced_file_missing, including unchecked files outside of the project", () => {
    const files = new Map([["src/pager.ts", "missing"] as const, ["/etc/passwd", "outside"] as const]);
    const { findings, score } = validateHandoff(GOOD, { ...FACTS, files });
    expect(findings.map(({ code, message }) => [code, message])).toEqual([
      ["referenced_file_missing", "/etc/passwd is outside the project and was not checked"],
      ["referenced_file_missing", "src/pager.ts does not exist"],
    ]);
    expect(score.total).toBe(85);
  });

  it("reports too_long for more than 120 lines or 1,000 tokens", () => {
    const lines = (count: number) => `${GOOD}${"\n".repeat(count - 21)}end\n`;
    expect(validateHandoff(lines(120), FACTS)).toMatchObject({ lines: 120, findings: [] });
    expect(codesOf(lines(121))).toEqual(["too_long"]);
    expect(scoreOf(lines(121))).toBe(90);
    expect(codesOf(`${GOOD}${" word".repeat(1_000)}`)).toEqual(["too_long"]);
  });

  it("reports too_long for text that would take too long to parse", () => {
    const { findings } = validateHandoff(GOOD + "- a\n".repeat(5_000), FACTS);
    expect(findings.find(({ code }) => code === "too_long")?.message).toContain("does not read");
    expect(findings.map(({ code }) => code)).toContain("low_quality");
  });

  it("reports malformed_front_matter", () => {
    expect(codesOf(`---\na: b: c\n---\n${GOOD}`)).toEqual(["malformed_front_matter"]);
  });

  it("reports low_quality under 70 points, with the reasons", () => {
    const text = GOOD.replace(/## Key[\s\S]*?(?=## Critical)/, "");
    expect(scoreOf(text)).toBe(75);
    expect(codesOf(text)).not.toContain("low_quality");
    const { findings, score } = validateHandoff(text.replace("- Location: line 88\n", ""), FACTS);
    expect(score.total).toBe(60);
    expect(findings.find(({ code }) => code === "low_quality")).toMatchObject({
      severity: "error",
      message:
        'its score is 60 of 100, 70 is required; missing: a current state with a file and line (15), a rationale for each decision (15), a section "What NOT to Try" (10)',
    });
  });

  it("gives each criterion all of its points or none", () => {
    const decision = "1. Pages count from 1: the old links do";
    expect(scoreOf(GOOD.replace(decision, `${decision}\n2. No cursor`))).toBe(85);
    expect(scoreOf(GOOD.replace(decision, "None."))).toBe(100);
    expect(scoreOf(GOOD, { staleness: "SLIGHTLY_STALE" })).toBe(95);
    expect(scoreOf(GOOD, { staleness: null })).toBe(95);
    expect(scoreOf(GOOD.replace("- File: src/pager.ts\n", "").replace("- src/pager.ts", "None."))).toBe(85);
    expect(Object.values(SCORE_POINTS).reduce((sum, points) => sum + points, 0)).toBe(100);
  });

  it("has a hint in every finding", () => {
    const { findings } = validateHandoff(
      "---\nx\n---\n## Next\n1. Do {this thing}\n2. And fix hunter2\n",
      FACTS,
    );
    expect(findings.length).toBeGreaterThan(5);
    for (const { hint } of findings) expect(hint).toMatch(/^\S.*\.$/);
  });
});
