import type { Finding } from "@baton/core";
import { groupBy } from "@baton/core/internal";

/** Findings of one code. */
export interface FindingGroup {
  readonly code: string;
  readonly severity: Finding["severity"];
  readonly findings: readonly Finding[];
}

/** Groups findings by code: errors first, then the most frequent. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  return [...groupBy(findings, ({ code }) => code)]
    .map(([code, found]): FindingGroup => {
      const isError = found.some(({ severity }) => severity === "error");
      // A path as text has rule 112 before rule 12.
      const sorted = found.toSorted((a, b) => a.path.localeCompare(b.path, "en", { numeric: true }));
      return { code, severity: isError ? "error" : "warning", findings: sorted };
    })
    .sort(
      (a, b) =>
        Number(b.severity === "error") - Number(a.severity === "error") ||
        b.findings.length - a.findings.length,
    );
}
