/** Rows of a list that is returned whole, far more than a person looks through. */
export const LIST_LIMIT = 500;
