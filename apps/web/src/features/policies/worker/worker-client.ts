import type { PolicyTask, PolicyTaskResults, Progress, WorkerAnswer, WorkerRequest } from "./policy-task";

/**
 * A worker that starts with its first task, and caches loaded data for the next. It runs one task at a time.
 */
export class WorkerClient {
  #worker: Worker | null = null;
  #lastId = 0;
  #listening = new AbortController();

  /**
   * Runs a task in the worker and replaces a running one.
   *
   * @param onProgress called occasionally with the progress of a replay.
   * @returns a promise that never settles if the task is replaced or cancelled.
   */
  run<Kind extends PolicyTask["kind"]>(
    task: Extract<PolicyTask, { kind: Kind }>,
    onProgress: (progress: Progress) => void = () => {},
  ): Promise<PolicyTaskResults[Kind]> {
    this.#worker ??= new Worker(new URL("./policy-worker.ts", import.meta.url), { type: "module" });
    const worker = this.#worker;
    const id = this.#begin();
    const { signal } = this.#listening;
    const request: WorkerRequest = { id, task };
    return new Promise((resolve, reject) => {
      const onMessage = ({ data }: MessageEvent<WorkerAnswer<Kind>>) => {
        if (data.id !== id) return;
        if (data.type === "progress") onProgress(data.progress);
        else if (data.type === "result") resolve(data.result);
        else reject(new Error(data.message));
      };
      const onError = ({ message }: ErrorEvent) => {
        reject(new Error(message || "The worker could not be started."));
        this.stop();
      };
      worker.addEventListener("message", onMessage, { signal });
      worker.addEventListener("error", onError, { signal });
      worker.postMessage(request);
    });
  }

  /** Cancels the running task; its loaded data stays cached. */
  cancel(): void {
    const request: WorkerRequest = { id: this.#begin(), task: null };
    this.#worker?.postMessage(request);
  }

  /** Terminates the worker at once. */
  stop(): void {
    this.#begin();
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Ignore messages about earlier tasks. */
  #begin(): number {
    this.#listening.abort();
    this.#listening = new AbortController();
    this.#lastId += 1;
    return this.#lastId;
  }
}
