import type { Policy } from "@baton/core";
import { effectivePolicy } from "@baton/core/policy";
import {
  type Database,
  listLivePolicies,
  listReplayHandoffs,
  notifyPolicyPages,
  type ReplayCursor,
  readPolicyContent,
} from "@baton/db";
import { BATON_ACTOR, hasNotification, recordAudit } from "@baton/db/write";
import { listExpiries, type RuleExpiry } from "@baton/server/policy";
import { PolicyReplay, type PolicyReplayResult } from "@baton/server/replay";
import { createNotification } from "../notification/create-notification";
import { describeNearExpiry, describePastExpiry } from "./describe-expiry";

const DAY_MILLISECONDS = 86_400_000;
/** Past days whose handoffs are replayed without the expiring rule. */
const REPLAY_DAYS = 7;
const PAGE_SIZE = 2_500;

/** The expiry of a rule in a published version. */
interface ExpiringRule {
  workspaceId: string;
  number: number;
  expiry: RuleExpiry;
}

/**
 * Notifies users of expiring rules: the day before, with the effect, and at the expiry. Several processes can
 * run it at once; each notification is sent once.
 *
 * @param now milliseconds since 1970.
 */
export async function notifyExpiringRules(db: Database, now: number): Promise<void> {
  for (const live of await listLivePolicies(db)) {
    const parsed = readPolicyContent(live);
    if (!parsed.ok) continue;
    const { workspaceId, number, publishedAt } = live;
    const span = { from: publishedAt.getTime(), until: now + DAY_MILLISECONDS };
    for (const expiry of listExpiries(parsed.policy, span)) {
      const rule = { workspaceId, number, expiry };
      if (expiry.expiresAt <= now) await notifyExpired(db, rule);
      else await notifyBeforeExpiry(db, rule, parsed.policy, now);
    }
  }
}

/** Also adds an audit entry and makes pages refetch. */
async function notifyExpired(db: Database, rule: ExpiringRule): Promise<void> {
  const { workspaceId, number, expiry } = rule;
  const key = keyOf(rule, "past");
  if (await hasNotification(db, { workspaceId, key })) return;
  await db.transaction(async (tx) => {
    const text = describePastExpiry(expiry);
    const notificationId = await createNotification(tx, {
      workspaceId,
      key,
      kind: "policy.rule_ended",
      page: "policies",
      ...text,
    });
    if (notificationId === null) return;
    await notifyPolicyPages(tx, workspaceId);
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

async function notifyBeforeExpiry(
  db: Database,
  rule: ExpiringRule,
  policy: Policy,
  now: number,
): Promise<void> {
  const { workspaceId, expiry } = rule;
  const key = keyOf(rule, "near");
  if (await hasNotification(db, { workspaceId, key })) return;
  const replay = await replayWithout(db, rule, policy, now);
  const text = describeNearExpiry(expiry, { replay, days: REPLAY_DAYS });
  await db.transaction((tx) =>
    createNotification(tx, { workspaceId, key, kind: "policy.rule_ends", page: "policies", ...text }),
  );
}

function keyOf({ number, expiry }: ExpiringRule, stage: "near" | "past"): string {
  return `policy.expiry ${stage} ${number} ${expiry.rule.rule_id} ${expiry.expiresAt}`;
}

/** Replays recent handoffs without the rule. */
async function replayWithout(
  db: Database,
  { workspaceId, expiry }: ExpiringRule,
  policy: Policy,
  now: number,
): Promise<PolicyReplayResult> {
  const reverted = effectivePolicy(policy, expiry.expiresAt);
  const replay = new PolicyReplay(reverted, { current: policy, now });
  const span = { start: new Date(now - REPLAY_DAYS * DAY_MILLISECONDS), end: new Date(now) };
  let cursor: ReplayCursor | null = null;
  do {
    const page: Awaited<ReturnType<typeof listReplayHandoffs>> = await listReplayHandoffs(db, {
      workspaceId,
      span,
      cursor,
      limit: PAGE_SIZE,
    });
    for (const handoff of page.handoffs) replay.add(handoff);
    cursor = page.next;
  } while (cursor);
  return replay.result();
}
