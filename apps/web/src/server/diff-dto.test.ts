import { expect, it } from "vitest";
import { toDiffDto } from "./diff-dto";

type Diff = Parameters<typeof toDiffDto>[0];

const fields = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    field: `${index}${"f".repeat(400)}`,
    paths: ["p".repeat(400), "q"],
  }));
const pair = (from: string, let_through: number, blocked: number): Diff["pairs"][number] => ({
  from,
  to: "b",
  before: { ruleId: null, mode: "full" },
  after: { ruleId: "r", mode: "scoped" },
  newlyLetThrough: fields(let_through),
  newlyBlocked: fields(blocked),
});
const diff = (pairs: Diff["pairs"], rules: Diff["rules"] = []): Diff => ({
  headline: "adds much",
  isStricterOnly: false,
  loosening: null,
  settings: [],
  contentRules: [],
  tests: [],
  pairs,
  rules,
});

it("toDiffDto returns the whole diff, with long names truncated", () => {
  const shown = toDiffDto(diff([pair("a", 0, 1), pair("c", 2, 0)]));
  expect(shown.leftOut).toEqual({ pairs: 0, rules: 0, fields: 0 });
  expect(shown.diff.headline).toBe("adds much");
  expect(shown.diff.pairs.map(({ from }) => from)).toEqual(["c", "a"]);
  const [change] = shown.diff.pairs[0]?.newlyLetThrough ?? [];
  expect([change?.field.length, change?.paths.map((path) => path.length)]).toEqual([300, [300]]);
});

it("toDiffDto omits the pairs of a large diff where least newly passes, and counts them", () => {
  const pairs = [
    ...Array.from({ length: 200 }, (_, index) => pair(`quiet${index}`, 0, 1)),
    pair("loud", 230, 220),
  ];
  const rule: Diff["rules"][number] = {
    kind: "removed",
    ruleId: "r",
    positionBefore: 0,
    positionAfter: null,
    settings: [],
  };
  const shown = toDiffDto(
    diff(
      pairs,
      Array.from({ length: 202 }, () => rule),
    ),
  );
  expect(shown.diff.pairs).toHaveLength(200);
  expect(shown.diff.pairs[0]).toMatchObject({ from: "loud" });
  expect(shown.diff.pairs[0]?.newlyLetThrough).toHaveLength(200);
  expect(shown.diff.rules).toHaveLength(200);
  expect(shown.leftOut).toEqual({ pairs: 1, rules: 2, fields: 50 });
});
