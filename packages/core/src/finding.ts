import { z } from "zod";
import { toPointer } from "./schema-issue";

const SEVERITIES = ["error", "warning"] as const;

/**
 * A problem in a policy, manifest, task or handoff document. `code` is stable and documented. `path` is a
 * JSON Pointer (RFC 6901) into the validated document, "" for the whole.
 */
export const Finding = z.object({
  code: z.string(),
  severity: z.enum(SEVERITIES),
  path: z.string(),
  message: z.string(),
  hint: z.string(),
});
export type Finding = z.infer<typeof Finding>;

/** Properties of all findings of a code: the default severity, and a hint. */
export type FindingKind = Pick<Finding, "severity" | "hint">;

/** Creates the findings of one table of codes. */
export type FindingMaker<Code extends string> = (
  code: Code,
  /** Keys and indices of the faulty value. */
  place: readonly PropertyKey[],
  message: string,
  /** Replaces the severity of the code. */
  severity?: Finding["severity"],
) => Finding;

/**
 * Returns the maker of a table's findings.
 *
 * @param kinds severity and hint of every code.
 */
export function findingMaker<Code extends string>(
  kinds: Readonly<Record<Code, FindingKind>>,
): FindingMaker<Code> {
  return (code, place, message, severity = kinds[code].severity) => ({
    code,
    severity,
    path: toPointer(place),
    message,
    hint: kinds[code].hint,
  });
}

/** Sorts findings by path, then code, and removes duplicates. All validations return this order. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const seen = new Map(
    findings.map((finding) => [`${finding.path}\u0000${finding.code}\u0000${finding.message}`, finding]),
  );
  return [...seen.values()].sort(
    (a, b) => compareText(a.path, b.path) || compareText(a.code, b.code) || compareText(a.message, b.message),
  );
}

/** Limits the findings of one document; more would not help a reader. */
export const MAX_FINDINGS = 1_000;

/** Returns the first {@link MAX_FINDINGS}, errors before warnings, sorted as by {@link sortFindings}. */
export function sortWorstFindings(findings: readonly Finding[]): Finding[] {
  const isError = ({ severity }: Finding) => severity === "error";
  const worstFirst = [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
  return sortFindings(worstFirst.slice(0, MAX_FINDINGS));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
