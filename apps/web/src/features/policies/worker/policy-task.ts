import type { Finding, OutlineEntry, Policy } from "@baton/core";
import type { ObservedPair, PolicyDiff, PolicyTestResult } from "@baton/core/policy";
import type { PolicyReplayResult } from "@baton/server/replay";
import type { StoredContent } from "../draft/draft-content";

/**
 * A computation in a worker, so that the page never blocks: it loads the token
 * counter's vocabulary, and may take long.
 */
export type PolicyTask =
  | {
      kind: "diff";
      before: Policy;
      after: Policy;
      /** Pairs to compare; by default those that the rules name. */
      pairs?: readonly ObservedPair[];
      now: number;
    }
  | {
      kind: "replay";
      current: Policy;
      draft: Policy;
      now: number;
      scope: ReplayScope;
    }
  | {
      kind: "preview-content";
      content: StoredContent;
      from: string;
      to: string;
      /** JSON of a context. */
      context: string;
      now: number;
    }
  | {
      kind: "preview-outline";
      policy: Policy;
      from: string;
      to: string;
      outline: readonly OutlineEntry[];
      now: number;
    }
  | {
      kind: "run-tests";
      policy: Policy;
      now: number;
    };

/** The replayed handoffs: all of a period. */
export interface ReplayScope {
  /** Origin of the server. */
  origin: string;
  workspace: string;
  range: string;
  tz: string;
}

export type ContentPreview =
  | {
      ok: true;
      /** The context for the receiver, and its explanation. */
      scoped: unknown;
      outline: OutlineEntry[];
      beforeTokens: number;
      afterTokens: number;
      ruleId: string | null;
    }
  | { ok: false; finding: Pick<Finding, "message" | "hint"> };

/** Result of a replay. */
export interface ImpactResult extends PolicyReplayResult {
  /** Effect that the observed rules of the draft would have; null without any. */
  observed: PolicyReplayResult | null;
}

/** Result of each kind of task. */
export interface PolicyTaskResults {
  diff: PolicyDiff;
  replay: ImpactResult;
  "preview-content": ContentPreview;
  /** The same leaves with the policy applied. */
  "preview-outline": OutlineEntry[];
  /** A result for each policy test, in their order. */
  "run-tests": PolicyTestResult[];
}

/** Progress of a replay, in handoffs. */
export interface Progress {
  done: number;
  total: number;
}

/** Requests a task, or cancels it with null. Responses have the same ID. */
export interface WorkerRequest {
  id: number;
  task: PolicyTask | null;
}

/** Message of the worker about a task. */
export type WorkerAnswer<Kind extends PolicyTask["kind"]> = { id: number } & (
  | { type: "progress"; progress: Progress }
  | { type: "result"; result: PolicyTaskResults[Kind] }
  | { type: "failure"; message: string }
);
