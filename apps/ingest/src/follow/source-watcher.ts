import { type FSWatcher, watch } from "chokidar";

/** Folders of other programs, which change a lot and hold nothing of an agent's. */
const IGNORED = /(?:^|\/)(?:node_modules|\.git)(?:\/|$)/;

/**
 * Tells that something under the sources has changed. It says no more, and
 * may miss something: who needs to know, looks.
 */
export class SourceWatcher {
  readonly #watcher: FSWatcher;
  #roots = new Set<string>();

  constructor({ onChange, onFailure }: { onChange: () => void; onFailure: (error: unknown) => void }) {
    this.#watcher = watch([], {
      ignoreInitial: true,
      followSymlinks: false,
      ignored: (path) => IGNORED.test(path),
    });
    this.#watcher.on("all", onChange);
    this.#watcher.on("error", onFailure);
  }

  /** Watches these roots from now on, and no others. */
  watch(roots: readonly string[]): void {
    const wanted = new Set(roots);
    this.#watcher.unwatch([...this.#roots].filter((root) => !wanted.has(root)));
    this.#watcher.add([...wanted].filter((root) => !this.#roots.has(root)));
    this.#roots = wanted;
  }

  async close(): Promise<void> {
    await this.#watcher.close();
  }
}
