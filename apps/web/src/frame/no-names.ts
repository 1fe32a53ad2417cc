/** Filter values of a list while they load. */
export const NO_NAMES = { names: [], count: 0 };
