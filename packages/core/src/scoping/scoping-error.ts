/**
 * Levels of nesting up to which a context is scoped; `JSON.stringify` gives up at about five times as many.
 */
export const MAX_DEPTH = 1_000;

/**
 * Values (keys and elements) up to which a context is scoped, so that a decision never takes more than a
 * second. With its key each is some tokens, so that there is hardly a model whose window more would fit.
 */
export const MAX_VALUES = 100_000;

const REASONS = {
  too_deep: `the context is nested deeper than ${MAX_DEPTH.toLocaleString("en")} levels`,
  too_large: `the context has more than ${MAX_VALUES.toLocaleString("en")} values`,
  reserved_part: "a part has the name of one of the scoped context's own keys",
};

/** Why a context cannot be scoped as its rule says. The message never holds content, so it may be logged. */
export class ScopingError extends Error {
  override readonly name = "ScopingError";

  constructor(reason: keyof typeof REASONS) {
    super(REASONS[reason]);
  }
}

/** Counts the values that were looked at in one handoff. */
export class ValueBudget {
  #left = MAX_VALUES;

  /** @throws ScopingError once more than {@link MAX_VALUES} were looked at. */
  spend(values: number): void {
    this.#left -= values;
    if (this.#left < 0) throw new ScopingError("too_large");
  }
}
