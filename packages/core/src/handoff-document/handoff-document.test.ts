import { describe, expect, it } from "vitest";
import { policyOf } from "../../test/handoff";
import { loadDetectors } from "../content/load-detectors";
import { EMPTY_HANDOFF_DOCUMENT, HANDOFF_SECTIONS, type HandoffDocument } from "./handoff-document";
import { parseHandoffDocument } from "./parse-handoff-document";
import { renderHandoffDocument } from "./render-handoff-document";
import { recognizeSection } from "./section-headings";
import { splitReason } from "./split-reason";

const DOCUMENT: HandoffDocument = {
  frontMatter: {
    task: "42",
    phase: "6a",
    commit: "1234567",
    branch: "main",
    predecessor: "phase-5-handoff.md",
  },
  title: "Phase 6 Handoff - `pager`",
  preamble: "**Session**: s-17",
  nextAction: "Fix the off-by-one error in `src/pager.ts` at line 88.",
  currentState: "- File: src/pager.ts\n- Location: line 88, in `nextPage`\n  - after the loop",
  decisions: [
    { decision: "Pages count from 1", rationale: "the old links do" },
    { decision: "No cursor", rationale: null },
  ],
  failedApproaches: [{ approach: "Rounding up", reason: "an empty page:\n- for 0 rows\n- for 10 rows" }],
  criticalContext: ["`total` may be null", "Rows are sorted by id"],
  references: ["Plan: docs/plan.md, phase 6"],
  otherSections: [{ heading: "Verification", text: "`npm test` passes." }],
};

const RENDERED = `---
task: 42
phase: 6a
commit: 1234567
branch: main
predecessor: phase-5-handoff.md
---

# Phase 6 Handoff - \`pager\`

**Session**: s-17

## Immediate Next Action

Fix the off-by-one error in \`src/pager.ts\` at line 88.

## Current State

- File: src/pager.ts
- Location: line 88, in \`nextPage\`
  - after the loop

## Key Decisions Made

1. Pages count from 1: the old links do
2. No cursor

## What NOT to Try

1. Rounding up: an empty page:
   - for 0 rows
   - for 10 rows

## Critical Context

- \`total\` may be null
- Rows are sorted by id

## References

- Plan: docs/plan.md, phase 6

## Verification

\`npm test\` passes.
`;

describe("a handoff document", () => {
  it("is rendered in Baton's own form", () => {
    expect(renderHandoffDocument(DOCUMENT)).toBe(RENDERED);
  });

  it("removes what content rules redact or block", async () => {
    const content_rules = [
      { rule_id: "mail", detector: "email", action: "redact" },
      { rule_id: "ids", detector: "pattern", pattern: "CUST-[0-9]+", action: "block" },
    ];
    const contentPolicy = policyOf({ content_rules }, undefined, await loadDetectors());
    const nextAction = "Ask ann@example.com about CUST-17.";
    const rendered = renderHandoffDocument({ ...DOCUMENT, nextAction }, { contentPolicy });
    expect(parseHandoffDocument(rendered).document).toEqual({
      ...DOCUMENT,
      nextAction: "Ask [redacted: mail] about [redacted: ids].",
    });
  });

  it("is unchanged after rendering and parsing", () => {
    const parsed = parseHandoffDocument(RENDERED);
    expect(parsed).toEqual({ document: DOCUMENT, notFound: [], frontMatterProblem: null, isTooLong: false });
  });

  it("lists missing sections, and never invents content", () => {
    const { document, notFound } = parseHandoffDocument("# Handoff\n\nAll is well.\n\n## References\n\n");
    expect(document).toEqual({ ...EMPTY_HANDOFF_DOCUMENT, title: "Handoff", preamble: "All is well." });
    expect(notFound).toEqual([...HANDOFF_SECTIONS]);
    expect(parseHandoffDocument("")).toEqual({
      document: EMPTY_HANDOFF_DOCUMENT,
      notFound: [...HANDOFF_SECTIONS],
      frontMatterProblem: null,
      isTooLong: false,
    });
  });

  it("distinguishes an empty section from a missing one", () => {
    const { document, notFound } = parseHandoffDocument("## What NOT to Try\n\nNone so far.\n");
    expect(document.failedApproaches).toEqual([]);
    expect(notFound).not.toContain("failedApproaches");
    const rendered = renderHandoffDocument({ ...EMPTY_HANDOFF_DOCUMENT, decisions: [] });
    expect(rendered).toBe("## Key Decisions Made\n\nNone.\n");
  });

  it("merges sections of one meaning, including text of their headings", () => {
    const { document } = parseHandoffDocument(
      "## Status: DONE\n\n## What was done\n- a\n\n## Key decision: keep v1\nClients use it.\n\n## Key decision: no cache\n",
    );
    expect(document.currentState).toBe("DONE\n\n- a");
    expect(document.decisions).toEqual([
      { decision: "keep v1", rationale: "Clients use it." },
      { decision: "no cache", rationale: null },
    ]);
  });

  it("is not parsed if that would take too long", () => {
    for (const text of [
      `## Next Action\n${"- a\n".repeat(5_000)}`,
      "a".repeat(100_001),
      `## Next Action\n\n${"a\n\n".repeat(1_600)}`,
      `## Next Action\r\r${"a\r\r".repeat(1_600)}`,
      ">".repeat(50_000),
      `a\n${"1. ".repeat(1_000)}a`,
      `a\n${" * +\t>".repeat(100)}a`,
    ]) {
      expect(parseHandoffDocument(text)).toMatchObject({ document: EMPTY_HANDOFF_DOCUMENT, isTooLong: true });
    }
    expect(parseHandoffDocument("a\r\n".repeat(1_900))).toMatchObject({ isTooLong: false });
    const ruled = `${"-".repeat(200)}\n${"> ".repeat(50)}a\n`;
    expect(parseHandoffDocument(ruled)).toMatchObject({ isTooLong: false });
  });

  it("has paragraphs and subsections as items, and third-level headings if there are no others", () => {
    const { document } = parseHandoffDocument(
      "### Gotchas\nBeware.\n\n#### One\ntext\n\n- list\n\n#### Two\nmore\n",
    );
    expect(document.criticalContext).toEqual(["Beware.", "#### One\ntext\n\n- list", "#### Two\nmore"]);
  });

  it("has no headings inside code", () => {
    const { document } = parseHandoffDocument("## Next Action\n\n```sh\n## Current State\n```\n");
    expect(document.nextAction).toBe("```sh\n## Current State\n```");
    expect(document.currentState).toBeNull();
  });

  it("is parsed with a byte order mark and CRLF line ends", () => {
    const { document } = parseHandoffDocument(`\uFEFF${RENDERED.replaceAll("\n", "\r\n")}`);
    expect(document).toEqual(DOCUMENT);
  });

  it.each([
    ["a list", "---\n- a\n---\n", "it is not a list of keys with one text each"],
    ["a list as key", "---\ntask: [1]\n---\n", "it is not a list of keys with one text each"],
    ["not YAML", "---\na: b: c\n---\n", /^it is not YAML: /],
  ])("reports why its front matter is invalid: %s", (_, text, problem) => {
    const parsed = parseHandoffDocument(`${text}\n## Next Action\nGo on.\n`);
    expect(parsed.frontMatterProblem).toMatch(problem);
    expect(parsed.document).toMatchObject({ frontMatter: {}, nextAction: "Go on." });
  });

  it("keeps unknown keys of its front matter", () => {
    const { document } = parseHandoffDocument("---\nowner: me\ntags: [a, b]\nbranch:\n---\n");
    expect(document.frontMatter).toEqual({ owner: "me", tags: ["a", "b"] });
    expect(parseHandoffDocument(renderHandoffDocument(document)).document).toEqual(document);
  });

  it.each([
    [{ nextAction: "Go on.\n\n## Current State\n\nAll done" }, "nextAction"],
    [{ criticalContext: ["a\n\n## Current State\nb", " c"] }, "criticalContext"],
    [{ decisions: [{ decision: "a: b", rationale: "c" }] }, "decisions"],
    [{ title: "a\nb" }, "title"],
  ])("is not rendered if parsing would change it: %j", (part, name) => {
    expect(() => renderHandoffDocument({ ...EMPTY_HANDOFF_DOCUMENT, ...part })).toThrow(
      new RangeError(`${name} of the handoff document contains Markdown that would break its section`),
    );
  });
});

describe("recognizeSection", () => {
  it.each([
    ["Immediate Next Action", "nextAction"],
    ["3. Recommended Next Steps", "nextAction"],
    ["Next Phase (3): Closure", "nextAction"],
    ["🔥 Next:", "nextAction"],
    ["Summary", "currentState"],
    ["What Was Done", "currentState"],
    ["Files Created/Modified", "currentState"],
    ["Key Design Decision", "decisions"],
    ["Attempted Approaches", "failedApproaches"],
    ["What Didn’t Work", "failedApproaches"],
    ["Critical Porting Patterns (discovered this cycle)", "criticalContext"],
    ["References (read only if stuck)", "references"],
    ["State machine design", null],
    ["Verification", null],
    ["", null],
  ])("recognizes %s", (heading, section) => {
    expect(recognizeSection(heading)).toBe(section);
  });
});

describe("splitReason", () => {
  it.each([
    ["Use UTF-8: the logs are", ["Use UTF-8", "the logs are"]],
    ["**Encoding**: UTF-8", ["**Encoding**", "UTF-8"]],
    ["**Encoding:** UTF-8", ["Encoding", "UTF-8"]],
    ["Keep `a: b` because it is used", ["Keep `a: b`", "because it is used"]],
    ["Pin the version to avoid surprises", ["Pin the version", "to avoid surprises"]],
    ["Cache rows – they seldom change", ["Cache rows", "they seldom change"]],
    ["Cache rows\n- Why: they seldom change", ["Cache rows", "they seldom change"]],
    ["Cache rows", ["Cache rows", null]],
    ["Open https://example.org", ["Open https://example.org", null]],
    ["Lists:", ["Lists:", null]],
  ])("splits %j", (item, parts) => {
    expect(splitReason(item)).toEqual(parts);
  });
});
