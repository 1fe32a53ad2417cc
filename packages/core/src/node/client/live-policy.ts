import type { CompiledPolicy } from "../../scoping/compile-policy";
import { describeRefusal } from "./describe-refusal";
import { readPublishedPolicy } from "./published-policy";
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

/** A policy of a server; null if it is unknown. `problem` is the reason why it is unknown or may be stale. */
export interface LivePolicy {
  readonly policy: CompiledPolicy | null;
  readonly problem: string | null;
}

/**
 * Reads the live policy of a server once, for programs that end at once; `PolicyClient` follows it. If the
 * server does not respond in time, returns the last valid one on disk. Never throws.
 */
export async function readLivePolicy(options: LivePolicyOptions): Promise<LivePolicy> {
  const saved = await readSavedAnswer(options.savedAt);
  const kept = saved && (await readPublishedPolicy(saved.text));
  const last = kept?.ok ? kept.policy : null;
  if (saved && last && Date.now() - saved.confirmedAt < options.freshFor)
    return { policy: last, problem: null };
  const { server, key, savedAt, patience } = options;
  try {
    const response = await fetch(new URL("/api/v1/policy", server), {
      headers: {
        authorization: `Bearer ${key}`,
        ...(saved && last ? { "if-none-match": saved.etag } : {}),
      },
      signal: AbortSignal.timeout(last ? patience.saved : patience.unsaved),
    });
    if (response.status === 304) {
      await confirmSavedAnswer(savedAt, new Date());
      return { policy: last, problem: null };
    }
    if (!response.ok) {
      return {
        policy: last,
        problem: `the server answered ${response.status}: ${await describeRefusal(response)}`,
      };
    }
    const text = await response.text();
    const read = await readPublishedPolicy(text);
    if (!read.ok) return { policy: last, problem: read.reason };
    await saveAnswer(savedAt, { etag: response.headers.get("etag") ?? "", text });
    return { policy: read.policy, problem: null };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { policy: last, problem: `the server does not respond: ${reason}` };
  }
}
