import type { PolicyTask, PolicyTaskResults, Progress, WorkerAnswer, WorkerRequest } from "./policy-task";

/** A worker that is started by its first task, and keeps what it has read for the next. */
export class WorkerClient {
  #worker: Worker | null = null;
  #lastId = 0;

  /**
   * Works a task out in the worker; tasks wait for one another.
   *
   * @param onProgress told now and then how far a replay is.
   * @returns a promise that stays open for ever where the worker is stopped before.
   */
  run<Kind extends PolicyTask["kind"]>(
    task: Extract<PolicyTask, { kind: Kind }>,
    onProgress: (progress: Progress) => void = () => {},
  ): Promise<PolicyTaskResults[Kind]> {
    this.#worker ??= new Worker(new URL("./policy-worker.ts", import.meta.url), { type: "module" });
    const worker = this.#worker;
    this.#lastId += 1;
    const request: WorkerRequest = { id: this.#lastId, task };
    return new Promise((resolve, reject) => {
      const onMessage = ({ data }: MessageEvent<WorkerAnswer<Kind>>) => {
        if (data.id !== request.id) return;
        if (data.type === "progress") {
          onProgress(data.progress);
          return;
        }
        worker.removeEventListener("message", onMessage);
        if (data.type === "result") resolve(data.result);
        else reject(new Error(data.message));
      };
      worker.addEventListener("message", onMessage);
      worker.addEventListener("error", ({ message }) => {
        reject(new Error(message || "The worker could not be started."));
        this.stop();
      });
      worker.postMessage(request);
    });
  }

  /** Stops whatever is under way, at once. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}
