import { CAUSES } from "@baton/core";
import { causeField } from "@baton/server/savings";
import { stringify } from "csv-stringify/browser/esm/sync";
import type { RouterOutputs } from "@/server/root";

/** Columns of the file, by the fields of a row. */
const COLUMNS = [
  { key: "day", header: "day (UTC)" },
  { key: "ruleId", header: "rule" },
  { key: "fromAgent", header: "from" },
  { key: "toAgent", header: "to" },
  { key: "mode", header: "mode" },
  { key: "model", header: "model" },
  { key: "handoffCount", header: "handoffs" },
  { key: "beforeTokens", header: "offered tokens" },
  { key: "afterTokens", header: "passed tokens" },
  ...CAUSES.map((cause) => ({ key: causeField(cause), header: `tokens saved by ${cause}` })),
  { key: "addedTokens", header: "added tokens" },
  { key: "savedTokens", header: "saved tokens" },
  { key: "summarizerTokens", header: "summarizer tokens" },
  { key: "netTokens", header: "net tokens" },
  { key: "dollars", header: "US dollars" },
  { key: "observedCount", header: "handoffs in observe mode" },
] as const;

/** Writes savings as CSV in long form: a row for each day and combination. An unknown value is empty. */
export function savingsCsv(rows: RouterOutputs["ranking"]["rows"]): string {
  return stringify([...rows], {
    header: true,
    columns: [...COLUMNS],
    escape_formulas: true,
    bom: true,
    // A number is not a formula, even if it starts with a minus.
    cast: { number: (figure) => ({ value: String(figure), escape_formulas: false }) },
  });
}
