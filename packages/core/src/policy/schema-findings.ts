import type { z } from "zod";
import { type Finding, MAX_FINDINGS, sortFindings } from "../finding";
import { describeIssues, toPointer } from "../schema-issue";

const HINTS: Record<string, string> = {
  malformed_field_pattern:
    "Write keys divided by `.`, `[]` after a key for every element of an array, `*` for any one key; escape `.`, `*`, `[` and `\\` with `\\`.",
  reserved_agent_id:
    "Give the agent another id: observations, original_input, memories and artifacts are parts of a context.",
};

/**
 * Converts schema errors to findings of severity `error`: the first {@link MAX_FINDINGS}.
 *
 * @param document validated document, so that messages can show the invalid value.
 * @param code     code of findings whose schema has none of its own (in `params.code`).
 */
export function findIssues(error: z.ZodError, document: unknown, code: string): Finding[] {
  const issues = error.issues.slice(0, MAX_FINDINGS);
  const messages = describeIssues({ issues }, document);
  return sortFindings(
    issues.map((issue, index) => {
      const ownCode = issue.code === "custom" ? issue.params?.code : undefined;
      const finalCode = typeof ownCode === "string" ? ownCode : code;
      return {
        code: finalCode,
        severity: "error" as const,
        path: toPointer(issue.path),
        message: issue.code === "custom" ? issue.message : (messages[index] ?? issue.message),
        hint: HINTS[finalCode] ?? "Correct the value; until then the last valid policy stays in force.",
      };
    }),
  );
}
