import { describe, expect, it } from "vitest";
import { compactArtifact } from "./compact-artifact";

const request = {
  ...({
    agent: "systems-architect",
    type: "research",
    scope: "Whatever",
    timestamp: "2026-01-31T10:30:00Z",
  } as const),
  artifactsDirectory: "artifacts/systems-architect/run/",
};

/** In characters: too much for one piece. */
const LENGTH = 4_800;
const HANG = 120_000;

const UNITS = {
  brackets: "[",
  stars: "*",
  quotes: ">",
  images: "![",
  backticks: "`a ``",
  emphasis: "*a_ ",
  links: "[a](",
  "a list": "- a\n",
  "a loose list": "- a\n\n",
  "quotes of a line": "> a\n\n",
  "a table": "a|b\n",
  comments: "<!--\n\n",
  definitions: "[a]: b\n\n",
  "labels in bold": "**a**: b\n",
  "one word": "a",
  dots: "a. B",
};

describe("compactArtifact, with hostile Markdown", () => {
  it.each(Object.entries(UNITS))(
    "reads %s in time, with a finding about omitted parts",
    { timeout: HANG },
    (_, unit) => {
      const text = `## Summary\n\nIt is a text.\n\n${unit.repeat(LENGTH / unit.length)}`;
      const { findings, sources } = compactArtifact({ ...request, text });
      const isWhole = findings.every(({ code }) => code !== "text_not_read");
      expect(isWhole).toBe(READ_WHOLE.has(unit));
      expect(sources.manifest_tokens).toBeLessThanOrEqual(1_000);
    },
  );

  it("reads nested lists in time", { timeout: HANG }, () => {
    const levels = Array.from({ length: 1_400 }, (_, level) => `${"  ".repeat(level)}- a`).join("\n");
    const { findings } = compactArtifact({ ...request, text: levels });
    expect(findings.map(({ code }) => code)).toContain("text_not_read");
  });

  it("names unread lines in a finding, and reads the rest", () => {
    const text = `# Notes\n\n${"Some words. ".repeat(400)}\n\n${"[".repeat(20_000)}\n\n${"More words. ".repeat(400)}\n\n## Risks\n\n- The disk may fill up\n`;
    const { findings, manifest } = compactArtifact({ ...request, text });
    expect(findings.find(({ code }) => code === "text_not_read")?.message).toMatch(/^lines 5 to 5 /);
    expect(manifest?.summary.risks).toContain("The disk may fill up");
  });
});

/** Texts with little syntax, or with blank lines at which they can be divided. */
const READ_WHOLE = new Set(["- a\n\n", "> a\n\n", "<!--\n\n", "[a]: b\n\n", "a", "a. B"]);
