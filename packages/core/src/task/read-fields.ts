import type { z } from "zod";
import type { Finding } from "../finding";
import { describeIssues } from "../schema-issue";
import { taskFinding } from "./task-finding";

/**
 * Parses each field of a document separately, so that a missing or invalid one does not hide problems of
 * others. Never throws.
 *
 * @param schema   schema of the whole document.
 * @param partial  the same with all fields optional.
 * @param document parsed JSON of any kind.
 * @returns the valid fields, and findings `missing_field` for the rest.
 */
export function readFields<Fields>(
  schema: z.ZodType,
  partial: z.ZodType<Fields>,
  document: unknown,
): { fields: Fields; findings: Finding[] } {
  const { error } = schema.safeParse(document);
  const issues = error?.issues ?? [];
  const messages = error ? describeIssues(error, document) : [];
  const faulty = new Set(issues.map(({ path }) => path[0]));
  const entries = faulty.has(undefined) ? [] : Object.entries(Object(document));
  return {
    fields: partial.parse(Object.fromEntries(entries.filter(([key]) => !faulty.has(key)))),
    findings: issues.map(({ path, message }, index) =>
      taskFinding("missing_field", path, messages[index] ?? message),
    ),
  };
}
