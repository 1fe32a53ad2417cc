import { diffPolicies } from "@baton/core";
import type { PolicyTask, PolicyTaskResults, Progress, WorkerRequest } from "./policy-task";
import { previewContent, previewOutline } from "./preview";
import { replayPeriod } from "./replay-period";

self.onmessage = async ({ data: { id, task } }: MessageEvent<WorkerRequest>) => {
  try {
    const result = await work(task, (progress) => self.postMessage({ id, type: "progress", progress }));
    self.postMessage({ id, type: "result", result });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage({ id, type: "failure", message });
  }
};

async function work(
  task: PolicyTask,
  onProgress: (progress: Progress) => void,
): Promise<PolicyTaskResults[PolicyTask["kind"]]> {
  switch (task.kind) {
    case "diff":
      return diffPolicies(task.before, task.after, task);
    case "replay":
      return replayPeriod(task, onProgress);
    case "preview-content":
      return previewContent(task);
    case "preview-outline":
      return previewOutline(task);
  }
}
