import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ESSENTIAL } from "../../test/phase-output";
import { countTokens } from "../tokens/count-tokens";
import { compactConversation } from "./compact-conversation";
import { compactPhase } from "./compact-phase";
import type { ConversationMessage } from "./conversation";
import { lintContextSummary } from "./lint-context-summary";
import { reportLoss } from "./report-loss";

const line = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "## Decisions",
    "- Use Redis instead of memory.",
    "- 14 of 80 tests fail at midnight.",
    "```",
    "| a | b |",
    "> quoted",
    "**Rationale**: it expires by itself.",
    "セッションはメモリに保存されています。",
    "<system-reminder>",
    "1. The cookie must stay.\r",
  ),
);
const text = fc.array(line, { maxLength: 25 }).map((parts) => parts.join("\n"));
const RUNS = { numRuns: 60 };

/** Ignores white space and quote marks at line starts. */
function squeeze(value: string): string {
  return value.replaceAll(/[\s>]/g, "");
}

describe("compactPhase", () => {
  it("never exceeds 500 tokens, keeps the essential state, and contains only text of the output", () => {
    fc.assert(
      fc.property(
        text,
        fc.oneof(fc.constantFrom("testing", "implementation"), fc.string()),
        (output, nextPhase) => {
          const { context_summary, essential_state } = compactPhase({
            output,
            essential: ESSENTIAL,
            nextPhase,
          });
          expect(countTokens(context_summary)).toBeLessThanOrEqual(500);
          expect(essential_state).toEqual(ESSENTIAL);
          for (const bullet of context_summary.split("\n").filter((part) => part !== "")) {
            expect(bullet.slice(0, 2)).toBe("- ");
            expect(squeeze(output)).toContain(squeeze(bullet.slice(2)));
          }
        },
      ),
      RUNS,
    );
  });

  it("accepts any JSON as output", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (output) => {
        expect(
          countTokens(compactPhase({ output, essential: ESSENTIAL, nextPhase: "" }).context_summary),
        ).toBeLessThanOrEqual(500);
      }),
      RUNS,
    );
  });
});

describe("compactConversation, reportLoss and lintContextSummary", () => {
  const message = fc.record({ speaker: fc.constantFrom("user", "assistant", "tool"), text });

  it("never throw, and report a saved half only if it is true", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 6 }), (messages: ConversationMessage[]) => {
        const { before_tokens, after_tokens, reaches_goal, summary } = compactConversation(messages);
        expect(reaches_goal).toBe(before_tokens > 0 && after_tokens * 2 <= before_tokens);
        expect(after_tokens).toBe(countTokens(summary));
      }),
      RUNS,
    );
  });

  it("report no loss for an unchanged text", () => {
    fc.assert(
      fc.property(text, (before) => {
        for (const { total, kept } of Object.values(reportLoss(before, before))) expect(kept).toBe(total);
        expect(lintContextSummary({ context_summary: before, essential_state: ESSENTIAL })).toBeInstanceOf(
          Array,
        );
      }),
      RUNS,
    );
  });
});
