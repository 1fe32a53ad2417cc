import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HANDOFF_SECTIONS, type HandoffDocument } from "./handoff-document";
import { parseHandoffDocument } from "./parse-handoff-document";
import { renderHandoffDocument } from "./render-handoff-document";

const word = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-zA-Z]{1,9}$/) },
  fc.constantFrom(
    "`a: b`",
    "**bold**",
    "[link](docs/a.md)",
    "src/pager.ts:12",
    "Größe",
    "日本",
    "3rd",
    "{x}",
  ),
);
const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `Text ${words.join(" ")}.`);
const lines = fc.array(line, { minLength: 1, maxLength: 3 });
const block = fc.oneof(
  line,
  lines.map((items) => items.map((item) => `- ${item}`).join("\n")),
  lines.map((code) => `\`\`\`\n${code.join("\n\n")}\n\`\`\``),
);
const text = fc.array(block, { minLength: 1, maxLength: 2 }).map((blocks) => blocks.join("\n\nBetween.\n\n"));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const key = fc.stringMatching(/^[a-z]{1,8}$/).filter((name) => name !== "preamble");

const document: fc.Arbitrary<HandoffDocument> = fc.record({
  frontMatter: fc.dictionary(
    key,
    fc.oneof(line, fc.constantFrom("1234567", "1e9", "null", "yes: no", "# a")),
    {
      maxKeys: 3,
      noNullPrototype: true,
    },
  ),
  title: optional(line.map((name) => `Handoff ${name}`)),
  preamble: optional(text),
  nextAction: optional(text),
  currentState: optional(text),
  decisions: optional(fc.array(fc.record({ decision: line, rationale: optional(text) }), { maxLength: 3 })),
  failedApproaches: optional(
    fc.array(fc.record({ approach: line, reason: optional(text) }), { maxLength: 3 }),
  ),
  criticalContext: optional(fc.array(text, { maxLength: 3 })),
  references: optional(fc.array(line, { maxLength: 3 })),
  otherSections: fc.array(
    fc.record({ heading: line.map((name) => `Zone ${name}`), text: fc.oneof(text, fc.constant("")) }),
    {
      maxLength: 2,
    },
  ),
});

const markdown = fc
  .array(
    fc.oneof(
      line,
      fc.constantFrom(
        "# Title",
        "## Next Action",
        "## Status: half",
        "## Key Decisions",
        "### Gotchas",
        "#### Deep",
      ),
      fc.constantFrom(
        "",
        "- a",
        "  - b",
        "1. c: d",
        "> quote",
        "***",
        "```",
        "| a | b |\n|---|---|\n| c | d |",
        "    code",
      ),
      fc.constantFrom("- [ ] task", "===", "---", "<b>", "[x]: y", "\t- tab", "None", "##", "* ## h"),
      fc.string({ maxLength: 12 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join("\n"));

describe("parsing and rendering of handoff documents", () => {
  it("are inverse for Baton's own form", () => {
    fc.assert(
      fc.property(document, (written) => {
        expect(parseHandoffDocument(renderHandoffDocument(written)).document).toEqual(written);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it("never invent text: each parsed line is in the source", () => {
    fc.assert(
      fc.property(markdown, (source) => {
        const { document, notFound } = parseHandoffDocument(source);
        for (const line of textsOf(document)) expect(source.replace(/\s+/g, " ")).toContain(line);
        for (const section of HANDOFF_SECTIONS)
          expect(document[section] === null).toBe(notFound.includes(section));
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});

function textsOf({ frontMatter: _, ...document }: HandoffDocument): string[] {
  const strings: string[] = [];
  JSON.stringify(document, (_key, value) => {
    if (typeof value === "string") strings.push(value);
    return value;
  });
  return strings.flatMap((text) => text.split("\n")).map((line) => line.trim().replace(/\s+/g, " "));
}
