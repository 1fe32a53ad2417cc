"use client";

import { useEffect, useState } from "react";
import type { PolicyTask, PolicyTaskResults } from "./policy-task";
import { WorkerClient } from "./worker-client";

/**
 * Works a task out in a worker whenever it changes; while a new one is on its way the last result stays.
 *
 * @param task kept the same (by `useMemo`) while nothing changed; null where there is none.
 */
export function useWorkerTask<Kind extends PolicyTask["kind"]>(
  task: Extract<PolicyTask, { kind: Kind }> | null,
) {
  const [result, setResult] = useState<PolicyTaskResults[Kind] | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (!task) return;
    const client = new WorkerClient();
    client
      .run<Kind>(task)
      .then(
        (worked) => {
          setResult(() => worked);
          setError(null);
        },
        (failure: Error) => setError(failure.message),
      )
      .finally(() => client.stop());
    return () => client.stop();
  }, [task]);
  return { result, error };
}
