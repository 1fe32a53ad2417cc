import { type FSWatcher, watch } from "chokidar";

/** Folders of other programs, which change often and contain no agent files. */
const IGNORED = /(?:^|\/)(?:node_modules|\.git)(?:\/|$)/;

/**
 * Reports that something under the sources changed, without details. It may miss changes, so its user checks
 * regularly too.
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

  /** Watches exactly these roots from now on. */
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
