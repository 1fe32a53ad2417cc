import { expect, it } from "vitest";
import { cpuMilliseconds } from "../../test/cpu-time";
import { countTokens } from "../tokens/count-tokens";
import { validateHandoff } from "./validate-handoff";

const gap = " ".repeat(90_000);
const gaps = `${"a".padEnd(20)}.`.repeat(3_900);
const words = "word ".repeat(19_000);

/** Limits of parsing: 100,000 characters and 4,000 punctuation characters. The time only ends hung tests. */
it.each([
  ["a gap in a heading", `## Next Action${gap}b\n\nGo on.`],
  ["a gap in a next action", `## Next Action\n\nFix${gap}it and test it.`],
  ["a gap in an item", `## Key Decisions\n\n- Keep${gap}it`],
  ["a gap in a label", `## Current State\n\nFile:${gap}x`],
  ["a gap before braces", `## Next Action\n\nFix:${gap}{x}`],
  ["many gaps", `## Next Action\n\n${gaps}`],
  ["many gaps in an item", `## Key Decisions\n\n- ${gaps}`],
  ["one long word", `## Next Action\n\n${"a".repeat(90_000)}`],
  ["one long name", `## Current State\n\nFile: ${"a.".repeat(3_800)}${"b".repeat(80_000)}`],
  ["one long path", `## Current State\n\n${"a/".repeat(3_800)}${"b".repeat(80_000)}`],
  ["one long address", `## References\n\n${"a-".repeat(3_800)}${"b".repeat(80_000)}`],
  ["many words", `## Next Action\n\n${words}`],
  ["many phases", `## Next Action\n\n${"phase 1 ".repeat(11_000)}`],
  ["many conditions", `## Next Action\n\n${"if this ".repeat(11_000)}`],
  ["many braces", `## Next Action\n\n${"{a ".repeat(3_900)}`],
  ["many parentheses", `## Next Action\n\nFix ${"(a ".repeat(3_900)}`],
])(
  "validateHandoff ends in time for a text with %s",
  (_, text) => {
    countTokens("warm");
    const start = cpuMilliseconds();
    const secrets = { findSecrets: () => [] };
    const { lines } = validateHandoff(text, { secrets, files: new Map(), staleness: null });
    expect(lines).toBeGreaterThan(0);
    expect(cpuMilliseconds() - start).toBeLessThan(10_000);
  },
  120_000,
);
