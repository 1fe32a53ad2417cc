import type { Policy } from "@baton/core";
import { effectivePolicy } from "@baton/core/policy";
import {
  type Database,
  listLivePolicies,
  listReplayHandoffs,
  type ReplayCursor,
  readPolicyContent,
} from "@baton/db";
import { announceExpiry, type ExpiryPlace, isExpiryAnnounced } from "@baton/db/write";
import { listExpiries } from "@baton/server/policy";
import { PolicyReplay, type PolicyReplayResult } from "@baton/server/replay";
import { describeNearExpiry, describePastExpiry } from "./describe-expiry";

export const EXPIRY_REST_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 86_400_000;
/** The handoffs over which the end of a rule is replayed. */
const REPLAY_DAYS = 7;
const PAGE_SIZE = 2_500;

/**
 * Notifies users of expiring rules: the day before, with the effect, and at the expiry. Several processes can
 * run it; each expiry is announced once.
 *
 * @param now milliseconds since 1970.
 */
export async function tellOfExpiries(db: Database, now: number): Promise<void> {
  for (const live of await listLivePolicies(db)) {
    const parsed = readPolicyContent(live);
    if (!parsed.ok) continue;
    const { workspaceId, number, publishedAt } = live;
    const span = { from: publishedAt.getTime(), until: now + DAY_MILLISECONDS };
    for (const expiry of listExpiries(parsed.policy, span)) {
      const place = { workspaceId, number, expiry };
      if (expiry.expiresAt <= now) await tellPast(db, place);
      else await tellNear(db, place, parsed.policy, now);
    }
  }
}

async function tellPast(db: Database, place: ExpiryPlace): Promise<void> {
  if (await isExpiryAnnounced(db, place, "past")) return;
  await announceExpiry(db, place, "past", describePastExpiry(place.expiry));
}

async function tellNear(db: Database, place: ExpiryPlace, policy: Policy, now: number): Promise<void> {
  if (await isExpiryAnnounced(db, place, "near")) return;
  const replay = await replayEnd(db, place, policy, now);
  const told = describeNearExpiry(place.expiry, { replay, days: REPLAY_DAYS });
  await announceExpiry(db, place, "near", told);
}

/** Replays recent handoffs without the rule. */
async function replayEnd(
  db: Database,
  { workspaceId, expiry }: ExpiryPlace,
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
