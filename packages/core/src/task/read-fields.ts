import type { z } from "zod";
import type { Finding } from "../finding";
import { describeIssues } from "../schema-issue";
import { taskFinding } from "./task-finding";

/**
 * Reads each field of a document for itself, so that one that is missing or of another kind does not hide
 * what is wrong with the others. Never throws.
 *
 * @param schema   what the whole document has to be.
 * @param partial  the same, of which every field may be missing.
 * @param document parsed from JSON, of whatever kind.
 * @returns the fields that have their kind, and findings `missing_field` for the rest.
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
