/** Rows of a list that is returned whole, far more than a person looks through. */
export const LIST_LIMIT = 500;

/** Characters of a text in a list; no path is longer. */
export const TEXT_LIMIT = 4_096;

/** Bytes of a document that is returned with its parts; valid ones have a hundredth. */
export const DOCUMENT_LIMIT = 200_000;

/** Bytes of lines that are read at once. */
export const READ_LIMIT = 64 * 1024 * 1024;
