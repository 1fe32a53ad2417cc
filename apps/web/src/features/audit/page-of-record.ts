import type { AuditRecord } from "@baton/server/audit";

/**
 * Returns the page that shows what an entry is about, as parts of an address below the workspace; null without one.
 * A review is of the open draft, because a published one is a version. Releases in steps are under Versions.
 */
export function pageOfRecord({ action, subject }: Pick<AuditRecord, "action" | "subject">): string[] | null {
  const [kind, id = ""] = subject.split(" ", 2);
  if (kind === "version" && /^\d+$/.test(id)) return ["policies", "versions", id];
  if (action.startsWith("policy.release")) return ["policies", "versions"];
  if (kind === "draft" && action.startsWith("policy.")) return ["policies", "review"];
  if (kind === "manifest" && action === "manifest.review") return ["manifests", id];
  return null;
}
