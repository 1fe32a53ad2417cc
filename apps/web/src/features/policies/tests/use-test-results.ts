"use client";

import type { Policy } from "@baton/core";
import type { PolicyTestResult } from "@baton/core/policy";
import { useDeferredValue, useMemo } from "react";
import { useWorkerTask } from "../worker/use-worker-task";

/** Results of the tests of a policy, by position; undefined while they run for the first time. */
interface TestResults {
  readonly results: readonly (PolicyTestResult | undefined)[];
  readonly failedCount: number;
  readonly error: string | null;
}

/** Runs the tests of a policy in a worker whenever the policy changes. */
export function useTestResults(policy: Policy): TestResults {
  const deferred = useDeferredValue(policy);
  const task = useMemo(
    () =>
      deferred.policy_tests.length === 0
        ? null
        : { kind: "run-tests" as const, policy: deferred, now: Date.now() },
    [deferred],
  );
  const { result, error } = useWorkerTask<"run-tests">(task);
  return useMemo(() => {
    const byName = new Map((task ? (result ?? []) : []).map((one) => [one.name, one]));
    const results = policy.policy_tests.map(({ name }) => byName.get(name));
    return { results, failedCount: results.filter((one) => one && !one.passes).length, error };
  }, [policy, task, result, error]);
}
