import { expect, it } from "vitest";
import { groupFindings } from "./group-findings";

it("groupFindings puts errors first, then the most frequent kind, in the order of the rules", () => {
  const finding = (code: string, position: number, severity: "error" | "warning" = "warning") => ({
    code,
    severity,
    path: `/agent_handoff_rules/${position}`,
    message: "",
    hint: "",
  });
  const groups = groupFindings([
    finding("rare", 1),
    finding("often", 112),
    finding("often", 12),
    finding("wrong", 3, "error"),
  ]);
  expect(groups.map(({ code, findings }) => [code, findings.map(({ path }) => path.split("/")[2])])).toEqual([
    ["wrong", ["3"]],
    ["often", ["12", "112"]],
    ["rare", ["1"]],
  ]);
});
