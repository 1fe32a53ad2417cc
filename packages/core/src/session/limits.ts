/** Items that a reader remembers from earlier lines; the oldest are forgotten. */
export const REMEMBERED = 500;

/** Items of a list that are shown with their record; the line has the rest. */
export const MAX_LISTED = 200;

/** Characters of a name or path that is shown with its record. */
export const MAX_NAME_LENGTH = 500;
