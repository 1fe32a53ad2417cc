import { formatCompact, formatMoney } from "@baton/ui/format/number";
import { NotRecorded } from "@/frame/not-recorded";

interface Usage {
  tokens: number;
  dollars: number | null;
}

/** Formats the tokens that a session's model calls used; empty without calls. */
export function usedOf(usage: Usage | null) {
  return usage === null ? "" : formatCompact(usage.tokens);
}

/** Formats the cost of a session's model calls; empty without calls. */
export function costOf(usage: Usage | null) {
  if (usage === null) return "";
  return usage.dollars === null ? <NotRecorded>no price</NotRecorded> : formatMoney(usage.dollars);
}
