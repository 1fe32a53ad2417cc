/** Differences between a file and the database. */
export const DIFFERENCES = {
  missing_line: "the file has this line; the database has neither an event nor a quarantined line of it",
  doubled_line: "the database has this line more than once",
  changed_line: "the database has another line here: its hash or length differs from the file",
  missing_record: "a part of this line's events is missing from the database",
  unknown_line: "the database has a line here; in the file no line begins here, or it is blank",
  missing_document: "the file's content is neither stored nor in quarantine",
  not_read_further: "Baton could not read this file to its end",
  wrong_count: "the stored counts of the file differ from its rows",
} as const;
export type DifferenceCode = keyof typeof DIFFERENCES;

/** One difference, with its place. */
export interface Difference {
  code: DifferenceCode;
  path: string;
  /** Line number from 1 and offset of its first byte; null if the difference concerns the file. */
  lineNumber: number | null;
  offset: number | null;
  message: string;
}

export type NoteDifference = (
  code: DifferenceCode,
  place?: { lineNumber: number | null; offset: number },
  message?: string,
) => void;
