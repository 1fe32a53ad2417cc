import type { Policy } from "@baton/core";
import { coverPairs } from "@baton/server/policy";
import { stringify } from "csv-stringify/browser/esm/sync";
import type { Traffic } from "./coverage-grid";

/** Writes every pair with traffic as a line: its rule, mode, handoffs and tokens, busiest first. */
export function writeCoverageCsv(policy: Policy, traffic: readonly Traffic[], now: number): string {
  const rows = coverPairs(policy, traffic, { now })
    .toSorted((a, b) => b.pair.handoffs - a.pair.handoffs)
    .map(({ pair, match }) => ({
      from: pair.from,
      to: pair.to,
      rule: match.ruleId,
      mode: match.mode,
      handoffs: pair.handoffs,
      before_tokens: pair.beforeTokens,
      saved_tokens: pair.savedTokens,
      summarizer_tokens: pair.summarizerTokens,
    }));
  return stringify(rows, { header: true, escape_formulas: true, bom: true });
}
