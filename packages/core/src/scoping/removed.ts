/** What stands for a value of which nothing remains. */
export const REMOVED = Symbol("removed");
