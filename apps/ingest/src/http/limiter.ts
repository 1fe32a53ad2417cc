/**
 * Has work of one name done one after another, so that what waits for a turn
 * of its own keeps no connection from others.
 */
export class Limiter {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * @returns what the work gives, once all that came before it under this name has ended, however that went.
   */
  async take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(name);
    const done = before ? before.then(work) : work();
    const settled = done.then(
      () => {},
      () => {},
    );
    this.#last.set(name, settled);
    try {
      return await done;
    } finally {
      if (this.#last.get(name) === settled) this.#last.delete(name);
    }
  }
}
