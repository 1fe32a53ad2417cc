import { basename, dirname } from "node:path";
import { apiUrl } from "../../api-url";
import type { HandoffRollout } from "../../manifest/handoff-rollout";
import type { CompiledPolicy } from "../../scoping/compile-policy";
import { clientHeaders, instanceName } from "./client-headers";
import { describeNoResponse } from "./describe-no-response";
import { describeRefusal } from "./describe-refusal";
import { readPublishedPolicy, readPublishedRollout } from "./published-policy";
import { confirmSavedAnswer, readSavedAnswer, saveAnswer } from "./saved-policy";

export interface LivePolicyOptions {
  /** The address of the server: `http://127.0.0.1:3000`. */
  readonly server: string;
  /** A key with the scope `read` or `evaluate`. */
  readonly key: string;
  /** File for the last valid policy; created if missing. */
  readonly savedAt: string;
  /** The saved policy is used without a request if the server confirmed it less than this many milliseconds ago. */
  readonly freshFor: number;
  /** Milliseconds to wait for the server: with a saved policy, and without one. */
  readonly patience: { readonly saved: number; readonly unsaved: number };
}

/** Policy and settings of a server; null if they are unknown. */
export interface LivePolicy {
  readonly policy: CompiledPolicy | null;
  /** Limits, agents, phases and approvals. */
  readonly rollout: HandoffRollout | null;
  /** True if the server confirmed `rollout` now, or within `freshFor`. */
  readonly isCurrent: boolean;
  /** The reason why the policy is unknown or may be stale. */
  readonly problem: string | null;
}

/**
 * Reads the live policy of a server once, for programs that end at once; `PolicyClient` follows it. If the
 * server does not respond in time, returns the last valid one on disk. Never throws.
 */
export async function readLivePolicy(options: LivePolicyOptions): Promise<LivePolicy> {
  const saved = await readSavedAnswer(options.savedAt);
  const kept = saved && (await readPublishedPolicy(saved.text));
  const policy = kept?.ok ? kept.policy : null;
  const rollout = saved && readPublishedRollout(saved.text);
  if (saved && (policy || rollout) && Date.now() - saved.confirmedAt < options.freshFor) {
    return { policy, rollout, isCurrent: true, problem: null };
  }
  const { server, key, savedAt, patience } = options;
  const keep = (problem: string): LivePolicy => ({ policy, rollout, isCurrent: false, problem });
  try {
    const response = await fetch(apiUrl(server, "/api/v1/policy"), {
      headers: {
        authorization: `Bearer ${key}`,
        ...clientHeaders(instanceName(basename(dirname(savedAt))), policy),
        ...(saved && policy ? { "if-none-match": saved.etag } : {}),
      },
      signal: AbortSignal.timeout(saved && (policy || rollout) ? patience.saved : patience.unsaved),
    });
    if (response.status === 304) {
      await confirmSavedAnswer(savedAt, new Date());
      return { policy, rollout, isCurrent: true, problem: null };
    }
    if (!response.ok) {
      const published = readPublishedRollout(await response.clone().text());
      const problem = `the server answered ${response.status}: ${await describeRefusal(response)}`;
      if (!published) return keep(problem);
      // A saved policy is worth more than the phases of a server that lost it.
      if (!policy) await saveAnswer(savedAt, { etag: "", text: JSON.stringify({ rollout: published }) });
      return { policy, rollout: published, isCurrent: true, problem };
    }
    const text = await response.text();
    const read = await readPublishedPolicy(text);
    if (!read.ok) return keep(read.reason);
    await saveAnswer(savedAt, { etag: response.headers.get("etag") ?? "", text });
    const problem = read.ignored && `the candidate is ignored: ${read.ignored}`;
    return { policy: read.policy, rollout: readPublishedRollout(text), isCurrent: true, problem };
  } catch (error) {
    return keep(`the server ${describeNoResponse(error)}`);
  }
}
