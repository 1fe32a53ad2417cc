import { describe, expect, it } from "vitest";
import { ESSENTIAL } from "../../test/phase-output";
import { COMPACTION_FINDINGS } from "./compaction-finding";
import { lintContextSummary } from "./lint-context-summary";

const GOOD =
  "- Sessions move to Redis; the cookie must stay `HttpOnly`.\n- `src/auth/session.ts` has no test for an expired token.";

function codes(context_summary: unknown, essential_state: unknown = ESSENTIAL): string[] {
  return [...new Set(lintContextSummary({ context_summary, essential_state }).map(({ code }) => code))];
}

describe("lintContextSummary", () => {
  it("accepts actionable bullets", () => {
    expect(codes(GOOD)).toEqual([]);
    expect(codes("The cookie must stay `HttpOnly`.")).toEqual([]);
    expect(codes(`## Findings\n\n${GOOD}\n  and none for a missing one`)).toEqual([]);
  });

  it.each([
    [
      "over_budget",
      Array.from({ length: 60 }, (_, index) => `- Route /v1/item-${index} must answer in ${index} ms.`).join(
        "\n",
      ),
    ],
    ["contains_search_query", `${GOOD}\n- grep -rn "sessionStore" src`],
    ["contains_search_query", `${GOOD}\n- Searched for "session" in all files.`],
    ["contains_file_contents", `${GOOD}\n\`\`\`ts\n${"const a = 1;\n".repeat(6)}\`\`\``],
    ["contains_file_contents", `${GOOD}\n  1→import x\n  2→import y\n  3→import z`],
    ["contains_file_contents", `${GOOD}\n\`\`\`\n@@ -1,4 +1,4 @@\n\`\`\``],
    ["not_bulleted", "Sessions move to Redis.\nThe cookie must stay `HttpOnly`."],
    ["not_bulleted", "Sessions move to Redis. The cookie must stay. Tests fail at midnight."],
    ["not_actionable", `${GOOD}\n- The research went well.`],
  ])("reports %s", (code, summary) => {
    expect(codes(summary)).toEqual([code]);
  });

  it.each(["task_id", "feature", "spec_path"])("reports missing_essential_state: %s", (key) => {
    const findings = lintContextSummary({
      context_summary: GOOD,
      essential_state: { ...ESSENTIAL, [key]: "" },
    });
    expect(findings.map(({ code, path }) => [code, path])).toEqual([
      ["missing_essential_state", `/essential_state/${key}`],
    ]);
  });

  it("accepts a short signature", () => {
    expect(codes(`${GOOD}\n\`\`\`ts\nreadSession(request: Request): Session | null\n\`\`\``)).toEqual([]);
  });

  it.each([null, [], 3, "text", {}])("reports the whole essential state as missing in %j", (handoff) => {
    expect(lintContextSummary(handoff).map(({ code }) => code)).toEqual(
      Array(3).fill("missing_essential_state"),
    );
  });

  it("has a hint for every code", () => {
    expect(Object.values(COMPACTION_FINDINGS).every(({ hint }) => hint.length > 10)).toBe(true);
  });
});
