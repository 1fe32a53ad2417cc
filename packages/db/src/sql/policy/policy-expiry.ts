import type { RuleExpiry } from "@baton/server/policy";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../client";
import { notifyRows } from "../../pg-notify";
import { notice } from "../../schema/index";
import { BATON_ACTOR, recordAudit } from "../audit/audit-write";
import { announce } from "../notification/notice";

/** An end of a rule, in a version of a workspace's policy. */
export interface ExpiryPlace {
  workspaceId: string;
  number: number;
  expiry: RuleExpiry;
}

/** Kind of the message: the expiry is near, or it has passed. */
export type ExpiryStage = "near" | "past";

/** Returns true if the message was already sent. */
export async function isExpiryAnnounced(
  db: Database,
  place: ExpiryPlace,
  stage: ExpiryStage,
): Promise<boolean> {
  const known = await db
    .select({ noticeId: notice.noticeId })
    .from(notice)
    .where(and(eq(notice.workspaceId, place.workspaceId), eq(notice.key, keyOf(place, stage))));
  return known.length > 0;
}

/**
 * Notifies users once that a rule expires soon or has expired, even if several processes call it at once. An
 * expiry also adds an audit entry, and pages refetch.
 *
 * @param told the text of the message.
 */
export async function announceExpiry(
  db: Database,
  place: ExpiryPlace,
  stage: ExpiryStage,
  told: { subject: string; body: string },
): Promise<void> {
  const { workspaceId, number, expiry } = place;
  await db.transaction(async (tx) => {
    const kind = stage === "near" ? "policy.rule_ends" : "policy.rule_ended";
    const noticeId = await announce(tx, {
      workspaceId,
      key: keyOf(place, stage),
      kind,
      page: "policies",
      ...told,
    });
    if (noticeId === null || stage === "near") return;
    await notifyRows(tx, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: false });
    await recordAudit(tx, {
      workspaceId,
      actor: BATON_ACTOR,
      action: "policy.expire",
      subject: `rule ${expiry.rule.rule_id} of version ${number}`,
      details: {
        expires_at: expiry.rule.expires_at,
        successor: { rule_id: expiry.successor.ruleId, mode: expiry.successor.mode },
      },
    });
  });
}

function keyOf({ number, expiry }: ExpiryPlace, stage: ExpiryStage): string {
  return `policy.expiry ${stage} ${number} ${expiry.rule.rule_id} ${expiry.expiresAt}`;
}
