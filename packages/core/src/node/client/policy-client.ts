import { setTimeout as sleep } from "node:timers/promises";
import { apiUrl } from "../../api-url";
import type { HandoffRollout } from "../../manifest/handoff-rollout";
import type { ReleaseSession } from "../../policy/is-released";
import { type CompiledPolicy, withoutPolicy } from "../../scoping/compile-policy";
import { policyFor } from "../../scoping/policy-for";
import type { GateRun, GateServer } from "../gate-server";
import { clientHeaders, instanceName } from "./client-headers";
import { describeFailure, describeNoResponse } from "./describe-no-response";
import { describeRefusal } from "./describe-refusal";
import { type ReportedRun, reportGateRun } from "./gate-run";
import { isUnpublished, readPublishedPolicy, readPublishedRollout } from "./published-policy";
import { confirmSavedAnswer, readSavedAnswer, saveAnswer } from "./saved-policy";

/** Seconds that one request waits for a new policy. */
const WAIT_SECONDS = 30;
/** Milliseconds. A request fails if it takes longer than its waiting time and this. */
const ANSWER_LIMIT_MILLISECONDS = 10_000;
const FIRST_ANSWER_LIMIT_MILLISECONDS = 5_000;
const [FIRST_RETRY_MILLISECONDS, LAST_RETRY_MILLISECONDS] = [250, 30_000];
/**
 * Milliseconds. After a response that should have waited but was faster than this, the next request is
 * delayed.
 */
const SHORTEST_WAIT_MILLISECONDS = 1_000;

export interface PolicyClientOptions {
  /** The address of the server: `http://127.0.0.1:3000`. */
  readonly server: string;
  /** A key with the scope `read` or `evaluate`. */
  readonly key: string;
  /** File for the last valid policy; created if missing. */
  readonly savedAt: string;
  /**
   * In milliseconds: warns that the policy may be stale after this time without a response. Never by default.
   */
  readonly maxStaleness?: number;
  /** Receives error messages; standard error by default. */
  readonly log?: (message: string) => void;
}

/**
 * Follows the live policy of a workspace: receives it within moments, stores the last valid one on disk, and
 * uses that if the server is unreachable. Without either, every handoff is `minimal`, and the log says so.
 */
export class PolicyClient implements GateServer {
  readonly #options: PolicyClientOptions;
  readonly #instance = instanceName(`${process.pid}`);
  readonly #stopping = new AbortController();
  readonly #followers = new Set<(policy: CompiledPolicy) => void>();
  #policy: CompiledPolicy = withoutPolicy();
  #rollout: HandoffRollout | null = null;
  #etag: string | null = null;
  /** The response in force while it is not on disk: the file has an older policy that was not confirmed. */
  #unsaved: { etag: string; text: string } | null = null;
  /** Time of the last confirmation by a monotonic clock, so that clock changes do not matter. */
  #confirmedAt: number | null = null;
  #lastComplaint = "";
  #isStalenessShown = false;

  private constructor(options: PolicyClientOptions) {
    this.#options = options;
  }

  /** Starts to follow. Resolves with the policy in force, or after 5 s with the saved one. */
  static async start(options: PolicyClientOptions): Promise<PolicyClient> {
    const client = new PolicyClient(options);
    await client.#readSaved();
    const isThere = await client.#ask(0, FIRST_ANSWER_LIMIT_MILLISECONDS);
    if (client.#policy.index === null) {
      client.#log("no policy is available, from the server or saved: every handoff is minimal");
    }
    void client.#follow(isThere);
    return client;
  }

  /**
   * Returns the live policy, with its candidate while one is released in steps: scoping chooses one of them. Read it once
   * per handoff, so that one policy decides all of it.
   */
  get policy(): CompiledPolicy {
    return this.#policy;
  }

  /** Returns the version that decides the handoffs of a session now. */
  policyFor(session: ReleaseSession): CompiledPolicy {
    return policyFor(this.#policy, session);
  }

  /**
   * Returns the limits, agents, phases and approvals of the workspace; null if the server never responded. A
   * change of them does not call the listeners of `onPolicy`.
   */
  get rollout(): HandoffRollout | null {
    return this.#rollout;
  }

  /** Records a run of the gate. Needs the scope `evaluate`. @returns the review of the manifest. Never throws. */
  async reportGateRun(run: GateRun): Promise<ReportedRun> {
    const reported = await reportGateRun(this.#options, run);
    if (reported.problem !== null) this.#log(`the gate run was not recorded: ${reported.problem}`);
    return reported;
  }

  /**
   * Returns the time when the server last confirmed the policy, in milliseconds since 1970; null if never.
   */
  get confirmedAt(): number | null {
    return this.#confirmedAt;
  }

  /** Calls `adopt` with each new policy, and with each step of a release. @returns a function that ends this. */
  onPolicy(adopt: (policy: CompiledPolicy) => void): () => void {
    this.#followers.add(adopt);
    return () => this.#followers.delete(adopt);
  }

  /** Ends all requests; the policy stays in force. */
  stop(): void {
    this.#stopping.abort();
  }

  async #readSaved(): Promise<void> {
    const saved = await readSavedAnswer(this.#options.savedAt);
    if (!saved) return;
    this.#rollout = readPublishedRollout(saved.text);
    if (isUnpublished(saved.text)) return;
    const read = await readPublishedPolicy(saved.text);
    if (!read.ok) return this.#log(`the saved policy is ignored: ${read.reason}`);
    this.#policy = read.policy;
    this.#etag = saved.etag;
    this.#confirmedAt = performance.now() - Math.max(0, Date.now() - saved.confirmedAt);
  }

  async #follow(isThere: boolean): Promise<void> {
    let delay = isThere ? 0 : FIRST_RETRY_MILLISECONDS;
    while (!this.#stopping.signal.aborted) {
      await this.#pause(delay);
      const begun = performance.now();
      const isAnswered = await this.#ask(WAIT_SECONDS, WAIT_SECONDS * 1_000 + ANSWER_LIMIT_MILLISECONDS);
      const tooFast = performance.now() - begun < SHORTEST_WAIT_MILLISECONDS ? FIRST_RETRY_MILLISECONDS : 0;
      delay = isAnswered
        ? tooFast
        : Math.min(Math.max(delay, FIRST_RETRY_MILLISECONDS) * 2, LAST_RETRY_MILLISECONDS);
      if (!isAnswered) this.#toStalenessDto();
    }
  }

  /** Sends one request. @returns true if the server responded with a policy, or that it is unchanged. */
  async #ask(waitSeconds: number, limit: number): Promise<boolean> {
    const { server, key } = this.#options;
    const url = apiUrl(server, "/api/v1/policy");
    // Programs in JavaScript may read it from a variable that is not set.
    if (!key) {
      this.#complain(
        "the API key is missing. Create one in Baton, under Settings → API keys, and pass it as `key`",
      );
      return false;
    }
    if (waitSeconds > 0) url.searchParams.set("wait", String(waitSeconds));
    const headers = {
      authorization: `Bearer ${key}`,
      ...clientHeaders(this.#instance, this.#policy),
      ...(this.#etag === null ? {} : { "if-none-match": this.#etag }),
    };
    const limited = new AbortController();
    // Not `AbortSignal.timeout`: Node 20 may collect a signal that others are composed of before it fires.
    const late = setTimeout(
      () => limited.abort(new DOMException("no response in time", "TimeoutError")),
      limit,
    ).unref();
    try {
      const signal = AbortSignal.any([this.#stopping.signal, limited.signal]);
      const response = await fetch(url, { headers, signal });
      if (response.status === 304) return await this.#confirm();
      if (response.ok) return await this.#adopt(await response.text(), response.headers.get("etag") ?? "");
      await this.#adoptRollout(await response.clone().text(), response.headers.get("etag"));
      this.#complain(`the server answered ${response.status}: ${await describeRefusal(response)}`);
      // Nothing is published yet, and the server waited for it, so the next request is sent immediately and
      // waits again.
      if (response.status === 404 && waitSeconds > 0) return true;
    } catch (error) {
      this.#complain(`the server ${describeNoResponse(error)}`);
    } finally {
      clearTimeout(late);
    }
    return false;
  }

  async #adopt(text: string, etag: string): Promise<boolean> {
    const read = await readPublishedPolicy(text);
    if (!read.ok) {
      this.#complain(`${read.reason}; the previous one stays in use`);
      return false;
    }
    this.#rollout = readPublishedRollout(text) ?? this.#rollout;
    const isAnother = decisionKey(read.policy) !== decisionKey(this.#policy);
    this.#etag = etag;
    this.#unsaved = { etag, text };
    // One assignment, so each handoff uses exactly one policy.
    if (isAnother) this.#policy = read.policy;
    if (isAnother) this.#toFollowerDtos(read.policy);
    if (read.ignored !== null) this.#log(`the candidate is ignored: ${read.ignored}`);
    return this.#confirm();
  }

  /** Keeps the settings of a server that has not published a policy. */
  async #adoptRollout(text: string, etag: string | null): Promise<void> {
    const rollout = readPublishedRollout(text);
    if (!rollout) return;
    this.#rollout = rollout;
    this.#etag = etag;
    if (this.#policy.index !== null) return;
    const unpublished = { etag: "", text: JSON.stringify({ rollout }) };
    await saveAnswer(this.#options.savedAt, unpublished).catch((error: unknown) =>
      this.#log(`the settings are in use, but could not be saved: ${describeFailure(error)}`),
    );
  }

  /** Records that the policy is confirmed, in memory and on disk. */
  async #confirm(): Promise<boolean> {
    this.#noteConfirmation();
    const { savedAt } = this.#options;
    try {
      if (this.#unsaved) await saveAnswer(savedAt, this.#unsaved);
      else await confirmSavedAnswer(savedAt, new Date());
      this.#unsaved = null;
    } catch (error) {
      this.#log(`the policy is in use, but could not be saved: ${describeFailure(error)}`);
    }
    return true;
  }

  #toFollowerDtos(policy: CompiledPolicy): void {
    for (const adopt of this.#followers) {
      try {
        adopt(policy);
      } catch (error) {
        this.#log(`a follower of the policy failed: ${describeFailure(error)}`);
      }
    }
  }

  #noteConfirmation(): void {
    this.#confirmedAt = performance.now();
    this.#lastComplaint = "";
    this.#isStalenessShown = false;
  }

  #toStalenessDto(): void {
    const { maxStaleness } = this.#options;
    if (maxStaleness === undefined || this.#confirmedAt === null || this.#isStalenessShown) return;
    const age = performance.now() - this.#confirmedAt;
    if (age <= maxStaleness) return;
    this.#isStalenessShown = true;
    this.#log(`the policy may be stale: the server confirmed it last ${Math.round(age / 1_000)} s ago`);
  }

  /** Reports a problem once while it stays the same. */
  #complain(message: string): void {
    if (this.#stopping.signal.aborted || message === this.#lastComplaint) return;
    this.#lastComplaint = message;
    this.#log(message);
  }

  #log(message: string): void {
    (this.#options.log ?? console.error)(`baton policy: ${message}`);
  }

  async #pause(milliseconds: number): Promise<void> {
    if (milliseconds === 0) return;
    // Jitter keeps clients that lost a server from reconnecting together.
    const jittered = milliseconds * (0.5 + Math.random() / 2);
    await sleep(jittered, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {});
  }
}

/** Returns a text that is equal for policies that decide the same. */
function decisionKey({ version, release }: CompiledPolicy): string {
  return JSON.stringify([version, release && [release.candidate.version, release.stage]]);
}
