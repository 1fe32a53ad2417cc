"use client";

import { useEffect, useRef, useState } from "react";
import type { PolicyTask, PolicyTaskResults } from "./policy-task";
import { WorkerClient } from "./worker-client";

/**
 * Computes a task in a worker whenever it changes; keeps the last result while a new one runs.
 *
 * @param task stable (by `useMemo`) while nothing changed; null for none.
 */
export function useWorkerTask<Kind extends PolicyTask["kind"]>(
  task: Extract<PolicyTask, { kind: Kind }> | null,
) {
  const client = useRef<WorkerClient>(null);
  const [result, setResult] = useState<PolicyTaskResults[Kind] | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => () => client.current?.stop(), []);
  useEffect(() => {
    if (!task) return;
    client.current ??= new WorkerClient();
    client.current.run<Kind>(task).then(
      (worked) => {
        setResult(() => worked);
        setError(null);
      },
      (failure: Error) => setError(failure.message),
    );
    return () => client.current?.cancel();
  }, [task]);
  return { result, error };
}
