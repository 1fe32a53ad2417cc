import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ARTIFACT_TYPES } from "../manifest";
import { type Compaction, compactArtifact } from "./compact-artifact";
import { standsInLines } from "./source-text";

const request = {
  agent: "systems-architect",
  scope: "Whatever",
  timestamp: "2026-01-31T10:30:00Z",
  artifactsDirectory: "artifacts/systems-architect/run/",
};

/** Pieces of Markdown in any order: typical for agents, and hard for parsers. */
const PIECES = [
  "# Title",
  "## Summary",
  "## Key Findings",
  "## Constraints",
  "## Risks",
  "### 1. Key Decisions",
  "## Next steps",
  "Tokens expire after one hour.",
  "It must not lock the table, e.g. by DDL. It fails at 10 rps.",
  "We use Redis",
  "- item one of a list",
  "  - nested item, because of it",
  "* [ ] a task that is open",
  "1. first of all things",
  "| Decision | Rationale |",
  "|---|---|",
  "| Use PKCE | No secret is needed |",
  "> quoted words of a person",
  ">> > deep",
  "**Rationale**: it is safer",
  "**Status:**",
  "`src/a.ts` - does it",
  "```",
  "~~~",
  "<!--",
  "-->",
  "---",
  "",
  "",
  "",
  "\t- tab",
  "    indented code",
  "[a]: b",
  '[x](y "z")',
  "![",
  "]]",
  "***",
  "a\\",
  "\u2028",
  "\u00a0",
  "\ud800",
  "𝒳 is a set of it",
];
const markdown = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((lines) => lines.join("\n")),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((lines) => lines.join("\r\n")),
  fc
    .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(" ", "\n", "\r", "\n\n", "\t")), {
      maxLength: 80,
    })
    .map((parts) => parts.flat().join("")),
  fc.string({ maxLength: 400, unit: "binary" }),
);

/** Milliseconds; ends a hung test. */
const HANG = 120_000;

describe("compactArtifact, with any text", { timeout: HANG }, () => {
  it("quotes every text from its stated lines, and stays within the limit or reports it", () => {
    fc.assert(
      fc.property(markdown, fc.constantFrom(...ARTIFACT_TYPES), (text, type) => {
        const compaction = compactArtifact({ ...request, type, text });
        expect(strangers(compaction, text)).toEqual([]);
        const codes = compaction.findings.map(({ code }) => code);
        if (compaction.sources.manifest_tokens > 1_000) expect(codes).toContain("manifest_too_large");
        expect(compaction.manifest === null).toBe(
          codes.includes("manifest_too_large") || codes.includes("schema"),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("is deterministic", () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const once = compactArtifact({ ...request, type: "research", text });
        expect(compactArtifact({ ...request, type: "research", text })).toEqual(once);
      }),
      { numRuns: 30 },
    );
  });

  it("is caught if it invents a text (negative control)", () => {
    const compaction = compactArtifact({
      ...request,
      type: "research",
      text: "## Summary\n\nIt is slow.\n\nIt is old.",
    });
    const [first] = compaction.sources.items;
    expect(strangers(compaction, "## Summary\n\nIt is slow.\n\nIt is old.")).toEqual([]);
    expect(strangers(compaction, "## Summary\n\nIt is fast.\n\nIt is old.")).toEqual([first?.text]);
  });
});

/** Texts that are not at their stated lines. */
function strangers({ sources }: Compaction, text: string): string[] {
  return sources.items.flatMap((item) =>
    item.origin === "source" && standsInLines(item.text, text, item.source.startLine, item.source.endLine)
      ? []
      : [item.text],
  );
}
