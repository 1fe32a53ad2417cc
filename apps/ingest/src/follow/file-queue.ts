import type { TrackedFile } from "../pipeline/track-files";

/** Unread data of a source. */
export interface Lag {
  workspaceId: string;
  sourceId: number;
  bytes: number;
  /** Age of the oldest unread file. */
  seconds: number;
}

/** Queue of files with unread data, each once, in order of waiting time. */
export class FileQueue {
  readonly #files = new Map<string, TrackedFile>();
  readonly #behind = new Map<string, { file: TrackedFile; since: number }>();
  #wakeUps: (() => void)[] = [];
  #isClosed = false;

  add(file: TrackedFile): void {
    const key = keyOf(file);
    this.#files.set(key, file);
    this.#behind.set(key, { file, since: this.#behind.get(key)?.since ?? performance.now() });
    this.#wakeUps.shift()?.();
  }

  /** Takes the next file, waiting for one if needed; null once the queue is closed. */
  async take(): Promise<TrackedFile | null> {
    while (!this.#isClosed) {
      const [next] = this.#files;
      if (next) {
        const [key, file] = next;
        this.#files.delete(key);
        return file;
      }
      await new Promise<void>((resolve) => this.#wakeUps.push(resolve));
    }
    return null;
  }

  /** Marks a file as read to its end or skipped. Until then it counts towards the lag. */
  settle(file: TrackedFile): void {
    if (!this.#files.has(keyOf(file))) this.#behind.delete(keyOf(file));
  }

  /** Returns the current lag of each source. */
  lags(): Lag[] {
    const lags = new Map<number, Lag>();
    for (const { file, since } of this.#behind.values()) {
      const { workspaceId, sourceId } = file;
      const lag = lags.get(sourceId) ?? { workspaceId, sourceId, bytes: 0, seconds: 0 };
      lag.bytes += Math.max(0, file.size - file.readOffset);
      lag.seconds = Math.max(lag.seconds, (performance.now() - since) / 1000);
      lags.set(sourceId, lag);
    }
    return [...lags.values()];
  }

  close(): void {
    this.#isClosed = true;
    for (const wakeUp of this.#wakeUps.splice(0)) wakeUp();
  }
}

function keyOf({ workspaceId, sourceFileId }: TrackedFile): string {
  return `${workspaceId}/${sourceFileId}`;
}
