import { z } from "zod";

export const SEVERITIES = ["error", "warning"] as const;

/**
 * The one shape of "something is wrong here", for policies, manifests, tasks and handoff documents alike.
 * `code` is stable and documented; `path` is a JSON Pointer (RFC 6901) into what was judged, "" for the whole.
 */
export const Finding = z.object({
  code: z.string(),
  severity: z.enum(SEVERITIES),
  path: z.string(),
  message: z.string(),
  hint: z.string(),
});
export type Finding = z.infer<typeof Finding>;

/** Sorted by path, then code, none twice: the order in which every judging function gives its findings. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const seen = new Map(
    findings.map((finding) => [`${finding.path}\u0000${finding.code}\u0000${finding.message}`, finding]),
  );
  return [...seen.values()].sort(
    (a, b) => compareText(a.path, b.path) || compareText(a.code, b.code) || compareText(a.message, b.message),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
