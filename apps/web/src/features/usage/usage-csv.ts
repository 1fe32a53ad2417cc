import { stringify } from "csv-stringify/browser/esm/sync";
import type { RouterOutputs } from "@/server/root";

/** Columns of the file after the day, by the fields of a row. */
const COLUMNS = [
  { key: "model", header: "model" },
  { key: "agent", header: "agent" },
  { key: "person", header: "person" },
  { key: "folder", header: "project folder" },
  { key: "repository", header: "repository" },
  { key: "branch", header: "branch" },
  { key: "session", header: "session" },
  { key: "calls", header: "calls" },
  { key: "inputTokens", header: "input tokens" },
  { key: "cacheCreationTokens", header: "cache write tokens" },
  { key: "cacheCreation1hTokens", header: "cache write tokens, 1 hour" },
  { key: "cacheReadTokens", header: "cache read tokens" },
  { key: "outputTokens", header: "output tokens" },
  { key: "dollars", header: "US dollars" },
] as const;

/** Writes calls as CSV in long form: a row per day and combination. An unknown value is empty. */
export function usageCsv(rows: RouterOutputs["usage"]["rows"], timeZone: string): string {
  const columns = [{ key: "day", header: `day (${timeZone})` }, ...COLUMNS];
  return stringify([...rows], { header: true, columns, escape_formulas: true, bom: true });
}
