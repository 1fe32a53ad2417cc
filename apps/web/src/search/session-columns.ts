import { parseAsArrayOf, parseAsStringLiteral } from "nuqs/server";

/** Columns of the list of sessions that can be chosen, in their order. */
export const SESSION_COLUMNS = [
  "state",
  "workflow",
  "source",
  "project",
  "handoffs",
  "compactions",
  "used",
  "cost",
  "before",
  "saved",
  "share",
  "started",
  "last",
] as const;
export type SessionColumn = (typeof SESSION_COLUMNS)[number];

/** Columns that are shown until others are chosen. */
export const USUAL_COLUMNS: readonly SessionColumn[] = SESSION_COLUMNS.filter(
  (column) => !["source", "project", "compactions", "before", "started"].includes(column),
);

/** Parses the chosen columns in a URL. */
export const parseAsColumns = parseAsArrayOf(parseAsStringLiteral(SESSION_COLUMNS));
