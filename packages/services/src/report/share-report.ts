import type { Database } from "@baton/db";
import { type AuditActor, createLinkToken, insertReportLink, recordAudit } from "@baton/db/write";

const DAY_MILLISECONDS = 24 * 3_600_000;

/** Longest lifetime of a link to a report, in days. */
export const MAX_LINK_DAYS = 90;

/**
 * Creates a link that shows a report to anyone who has it, with an audit entry.
 *
 * @param shared.view parameters of the report's address.
 * @param shared.days lifetime, at most {@link MAX_LINK_DAYS}.
 * @param shared.now milliseconds since 1970.
 * @returns the secret of the link, which is not available later: only its hash is stored.
 */
export async function shareReport(
  tx: Database,
  shared: {
    workspaceId: string;
    actor: AuditActor & { id: string };
    view: Readonly<Record<string, string>>;
    days: number;
    now: number;
  },
): Promise<string> {
  const { workspaceId, actor, view, days, now } = shared;
  const { token, tokenHash } = createLinkToken();
  const expiresAt = new Date(now + days * DAY_MILLISECONDS);
  const linkId = await insertReportLink(tx, {
    workspaceId,
    tokenHash,
    view,
    createdBy: actor.name,
    createdById: actor.id,
    expiresAt,
  });
  await recordAudit(tx, {
    workspaceId,
    actor,
    action: "report.share",
    subject: `report link ${linkId}`,
    details: { ...view, expires_at: expiresAt },
  });
  return token;
}
