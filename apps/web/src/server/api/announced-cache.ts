/** In milliseconds. Limits the age of a value whose announcement was lost with the connection. */
const MAX_AGE = 10_000;
const MAX_ENTRIES = 1_000;

interface Entry<Value> {
  readonly workspaceId: string;
  readonly value: Value;
  /** Time of `performance.now`. */
  readonly readAt: number;
}

/** A value that was read, and the workspace whose changes affect it; null if it must be read each time. */
interface ReadValue<Value> {
  readonly value: Value;
  readonly workspaceId: string | null;
}

/**
 * Keeps values until a change of their workspace is announced, at most ten seconds. Keeps nothing while
 * announcements do not arrive.
 */
export class AnnouncedCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #onUse: () => void;
  #isAnnounced = false;
  /** Number of changes so far: a value that was read during one may be the old one. */
  #changes = 0;

  /** @param onUse starts listening to announcements, if necessary. */
  constructor(onUse: () => void) {
    this.#onUse = onUse;
  }

  async find(name: string, read: () => Promise<ReadValue<Value>>): Promise<Value> {
    const known = this.#entries.get(name);
    if (known && performance.now() - known.readAt < MAX_AGE) return known.value;
    this.#onUse();
    const changes = this.#changes;
    const readAt = performance.now();
    const { value, workspaceId } = await read();
    if (workspaceId !== null && this.#isAnnounced && changes === this.#changes) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined && this.#entries.size >= MAX_ENTRIES) this.#entries.delete(oldest);
      this.#entries.set(name, { workspaceId, value, readAt });
    }
    return value;
  }

  /** Drops the values of a workspace. */
  drop(workspaceId: string): void {
    this.#changes += 1;
    for (const [name, entry] of this.#entries) {
      if (entry.workspaceId === workspaceId) this.#entries.delete(name);
    }
  }

  /** Drops all values, and keeps new ones only if announcements arrive from now on. */
  reset(isAnnounced: boolean): void {
    this.#changes += 1;
    this.#isAnnounced = isAnnounced;
    this.#entries.clear();
  }
}
