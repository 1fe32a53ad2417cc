import { formatMoney } from "@baton/ui/format/number";

/** Names the cost of summaries, with the money that their models charged, if it is known. */
export function summarizingLabel(dollars: number | null): string {
  return dollars === null ? "Cost of summarizing" : `Cost of summarizing, ${formatMoney(dollars)}`;
}
