/** Represents a value of which nothing is left. */
export const REMOVED = Symbol("removed");
