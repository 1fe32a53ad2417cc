import {
  effectivePolicy,
  listExpiries,
  type Policy,
  PolicyReplay,
  type PolicyReplayResult,
} from "@baton/core";
import {
  type Database,
  listLivePolicies,
  listReplayHandoffs,
  type ReplayCursor,
  readPolicyContent,
} from "@baton/db";
import { announceExpiry, type ExpiryPlace, isExpiryAnnounced } from "@baton/db/write";
import { repeat } from "../repeat";
import { describeNearExpiry, describePastExpiry } from "./describe-expiry";

const LOOK_MILLISECONDS = 60_000;
const DAY_MILLISECONDS = 86_400_000;
/** The handoffs over which the end of a rule is replayed. */
const REPLAY_DAYS = 7;
const PAGE_SIZE = 2_500;

/** Tells people of rules that end by themselves: the day before, with what that means, and when it has come. */
export class ExpiryWatch {
  readonly #db: Database;
  readonly #onFailure: (doing: string, error: unknown) => void;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(db: Database, onFailure: (doing: string, error: unknown) => void) {
    this.#db = db;
    this.#onFailure = onFailure;
  }

  start(): void {
    this.#running = repeat(() => this.look(Date.now()), {
      ...{ restMilliseconds: LOOK_MILLISECONDS, signal: this.#stopping.signal },
      onFailure: (error) => this.#onFailure("looking for rules that end", error),
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Looks once. @param now milliseconds since 1970. */
  async look(now: number): Promise<void> {
    for (const live of await listLivePolicies(this.#db)) {
      const parsed = readPolicyContent(live);
      if (!parsed.ok) continue;
      const { workspaceId, number, publishedAt } = live;
      const span = { from: publishedAt.getTime(), until: now + DAY_MILLISECONDS };
      for (const expiry of listExpiries(parsed.policy, span)) {
        const place = { workspaceId, number, expiry };
        if (expiry.expiresAt <= now) await this.#tellPast(place);
        else await this.#tellNear(place, parsed.policy, now);
      }
    }
  }

  async #tellPast(place: ExpiryPlace): Promise<void> {
    if (await isExpiryAnnounced(this.#db, place, "past")) return;
    await announceExpiry(this.#db, place, "past", describePastExpiry(place.expiry));
  }

  async #tellNear(place: ExpiryPlace, policy: Policy, now: number): Promise<void> {
    if (await isExpiryAnnounced(this.#db, place, "near")) return;
    const replay = await this.#replay(place, policy, now);
    const told = describeNearExpiry(place.expiry, { replay, days: REPLAY_DAYS });
    await announceExpiry(this.#db, place, "near", told);
  }

  /** What the end of a rule would have meant to the handoffs of the last days. */
  async #replay(
    { workspaceId, expiry }: ExpiryPlace,
    policy: Policy,
    now: number,
  ): Promise<PolicyReplayResult> {
    const reverted = effectivePolicy(policy, expiry.expiresAt);
    const replay = new PolicyReplay(reverted, { current: policy, now });
    const span = { start: new Date(now - REPLAY_DAYS * DAY_MILLISECONDS), end: new Date(now) };
    let cursor: ReplayCursor | null = null;
    do {
      const page: Awaited<ReturnType<typeof listReplayHandoffs>> = await listReplayHandoffs(this.#db, {
        ...{ workspaceId, span, cursor, limit: PAGE_SIZE },
      });
      for (const handoff of page.handoffs) replay.add(handoff);
      cursor = page.next;
    } while (cursor);
    return replay.result();
  }
}
