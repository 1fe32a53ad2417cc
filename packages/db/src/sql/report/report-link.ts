import { and, desc, eq, gt } from "drizzle-orm";
import type { Database } from "../../client";
import { reportLink } from "../../schema/index";

export type ReportLink = typeof reportLink.$inferSelect;

/** Returns the links of a workspace that have not expired, newest first. */
export function listReportLinks(
  db: Database,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<ReportLink[]> {
  return db
    .select()
    .from(reportLink)
    .where(and(eq(reportLink.workspaceId, workspaceId), gt(reportLink.expiresAt, now)))
    .orderBy(desc(reportLink.linkId));
}

/** Returns the link with this secret; null if none has it, or it expired. */
export async function findReportLink(
  db: Database,
  { workspaceId, tokenHash, now }: { workspaceId: string; tokenHash: string; now: Date },
): Promise<ReportLink | null> {
  const [found] = await db
    .select()
    .from(reportLink)
    .where(
      and(
        eq(reportLink.workspaceId, workspaceId),
        eq(reportLink.tokenHash, tokenHash),
        gt(reportLink.expiresAt, now),
      ),
    );
  return found ?? null;
}

/** Inserts a link. @returns its ID. */
export async function insertReportLink(
  tx: Database,
  link: Omit<ReportLink, "linkId" | "createdAt">,
): Promise<number> {
  const [added] = await tx.insert(reportLink).values(link).returning({ linkId: reportLink.linkId });
  if (!added) throw new Error("an insert without conflict gives its row");
  return added.linkId;
}

/** Deletes a link. @returns false if it does not exist. */
export async function deleteReportLink(
  tx: Database,
  { workspaceId, linkId }: { workspaceId: string; linkId: number },
): Promise<boolean> {
  const deleted = await tx
    .delete(reportLink)
    .where(and(eq(reportLink.workspaceId, workspaceId), eq(reportLink.linkId, linkId)))
    .returning({ linkId: reportLink.linkId });
  return deleted.length > 0;
}
