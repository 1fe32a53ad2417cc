/** Runs work of one name one at a time, so that waiting work holds no database connection. */
export class Limiter {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Runs work after all earlier work of this name has ended or failed.
   * @returns its result.
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
