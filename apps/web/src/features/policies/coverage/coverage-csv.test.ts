import { parsePolicy } from "@baton/core";
import { expect, it } from "vitest";
import { writeCoverageCsv } from "./coverage-csv";

it("writes UTF-8 with the mark that spreadsheets need for names in other scripts", () => {
  const parsed = parsePolicy({ multi_agent_handoffs: { blocked_context_fields: [] } });
  if (!parsed.ok) throw new Error("the policy is valid");
  const traffic = {
    from: "受付",
    to: "=cmd",
    handoffs: 2,
    beforeTokens: 10,
    savedTokens: 4,
    summarizerTokens: 0,
  };
  const csv = writeCoverageCsv(parsed.policy, [traffic], 0);
  expect(csv.startsWith("\uFEFFfrom,to,rule,")).toBe(true);
  expect(csv).toContain("受付,'=cmd,");
});
