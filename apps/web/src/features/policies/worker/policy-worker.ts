import { diffPolicies, runPolicyTests } from "@baton/core/policy";
import { loadEncoding } from "@baton/core/tokens";
import type { PolicyTask, PolicyTaskResults, Progress, WorkerRequest } from "./policy-task";
import { previewContent, previewOutline } from "./preview";
import { replayPeriod } from "./replay-period";

/** ID of the last request, which replaces a running one. */
let lastId = 0;

self.onmessage = async ({ data: { id, task } }: MessageEvent<WorkerRequest>) => {
  lastId = id;
  if (task === null) return;
  const isWanted = () => id === lastId;
  const answer = (said: object) => {
    if (isWanted()) self.postMessage({ id, ...said });
  };
  try {
    await loadEncoding();
    const result = await work(task, (progress) => answer({ type: "progress", progress }), isWanted);
    answer({ type: "result", result });
  } catch (error) {
    answer({ type: "failure", message: error instanceof Error ? error.message : String(error) });
  }
};

async function work(
  task: PolicyTask,
  onProgress: (progress: Progress) => void,
  isWanted: () => boolean,
): Promise<PolicyTaskResults[PolicyTask["kind"]]> {
  switch (task.kind) {
    case "diff":
      return diffPolicies(task.before, task.after, task);
    case "replay":
      return replayPeriod(task, onProgress, isWanted);
    case "preview-content":
      return previewContent(task);
    case "preview-outline":
      return previewOutline(task);
    case "run-tests":
      // Browsers cannot find secrets.
      return runPolicyTests(task, { now: task.now, omitsSecretRules: true });
  }
}
