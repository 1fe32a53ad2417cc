/** What a list can be narrowed to while that is not known yet. */
export const NO_NAMES = { names: [], count: 0 };
