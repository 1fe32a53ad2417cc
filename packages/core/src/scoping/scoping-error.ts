/** Maximum nesting of a scoped context; `JSON.stringify` fails at about five times as many levels. */
export const MAX_DEPTH = 1_000;

/**
 * Maximum values (keys and elements) of a scoped context, so that a decision never takes more than a second.
 * Each is some tokens, so more would hardly fit into any model's window.
 */
const MAX_VALUES = 100_000;

const REASONS = {
  too_deep: `the context is nested deeper than ${MAX_DEPTH.toLocaleString("en")} levels`,
  too_large: `the context has more than ${MAX_VALUES.toLocaleString("en")} values`,
  reserved_part: "a part has the name of one of the scoped context's own keys",
};

/**
 * The reason why a context cannot be scoped by its rule. The message never contains content, so it may be
 * logged.
 */
export class ScopingError extends Error {
  override readonly name = "ScopingError";

  constructor(reason: keyof typeof REASONS) {
    super(REASONS[reason]);
  }
}

/** Counts the values visited in one handoff. */
export class ValueBudget {
  #left = MAX_VALUES;

  /** @throws ScopingError after more than {@link MAX_VALUES}. */
  spend(values: number): void {
    this.#left -= values;
    if (this.#left < 0) throw new ScopingError("too_large");
  }
}
