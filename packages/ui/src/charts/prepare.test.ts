import { describe, expect, it } from "vitest";
import { colourOfRank, colourOfShare } from "./colour";
import { alignComparison } from "./comparison";
import { findGaps } from "./gaps";
import { orderKeys } from "./order-keys";
import { prepareBarRows } from "./prepare-bar-rows";
import { prepareLines } from "./prepare-lines";
import { preparePairs } from "./prepare-pairs";
import { prepareSparkline } from "./prepare-sparkline";
import { prepareStackedBars } from "./prepare-stacked-bars";
import { prepareTargetBars } from "./prepare-target-bars";
import { type ChartPoint, type ChartSeries, capSeries, describeCut } from "./series";
import { formatTicks, niceTicks, spacedIndexes } from "./ticks";

const seriesOf = (count: number): ChartSeries[] =>
  Array.from({ length: count }, (_, index) => ({ id: `s${index}`, label: `Series ${index}` }));

const day = (label: string, values: ChartPoint["values"]): ChartPoint => ({ key: label, label, values });

describe("niceTicks", () => {
  it.each([
    [18.2e6, [0, 5e6, 10e6, 15e6, 20e6]],
    [20e6, [0, 5e6, 10e6, 15e6, 20e6]],
    [100, [0, 25, 50, 75, 100]],
    [7, [0, 2, 4, 6, 8]],
    [0.3, [0, 0.1, 0.2, 0.3]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
  ])("covers %d in round steps", (max, ticks) => {
    expect(niceTicks(max)).toEqual(ticks);
  });

  it("returns at most five ticks, and always covers the maximum", () => {
    for (let max = 1; max < 5e6; max = Math.ceil(max * 1.37)) {
      const ticks = niceTicks(max);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
    }
  });

  it("returns 0 and 1 without data", () => {
    expect(niceTicks(0)).toEqual([0, 1]);
    expect(niceTicks(Number.NaN)).toEqual([0, 1]);
  });
});

describe("formatTicks", () => {
  it("uses one unit for all ticks", () => {
    expect(formatTicks([0, 500_000, 1_000_000])).toEqual(["0", "0.5\u00a0M", "1\u00a0M"]);
    expect(formatTicks([0, 2_000, 4_000])).toEqual(["0", "2,000", "4,000"]);
    expect(formatTicks([0, 5_000, 10_000])).toEqual(["0", "5\u00a0k", "10\u00a0k"]);
  });
});

describe("spacedIndexes", () => {
  it("labels every point of a short series, and every seventh day of a month", () => {
    expect(spacedIndexes(5, 6)).toEqual([0, 1, 2, 3, 4]);
    expect(spacedIndexes(30, 6)).toEqual([3, 10, 17, 24]);
  });

  it("returns between one label and the maximum", () => {
    for (const count of [1, 7, 31, 90, 365, 2000]) {
      const places = spacedIndexes(count, 6);
      expect(places.length).toBeGreaterThan(0);
      expect(places.length).toBeLessThanOrEqual(6);
      expect(places.at(-1)).toBeLessThan(count);
    }
    expect(spacedIndexes(0, 6)).toEqual([]);
  });
});

describe("capSeries", () => {
  it("keeps eight series, and colors them by rank unless their color is fixed", () => {
    const { series } = capSeries([{ id: "a", label: "a", colour: "c4" }, ...seriesOf(7)], []);
    expect(describeCut(series.length)).toBeNull();
    expect(series.map((one) => one.colour)).toEqual(["c4", "c2", "c3", "c4", "c5", "c6", "c7", "c8"]);
  });

  it("combines the last 16 of 23 series and keeps every total", () => {
    const values = Object.fromEntries(seriesOf(23).map(({ id }, index) => [id, index]));
    const { series, points } = capSeries(seriesOf(23), [day("4 Nov", values), day("5 Nov", null)]);
    expect(describeCut(23)).toBe("8 of 23");
    expect(series).toHaveLength(8);
    expect(series.at(-1)).toEqual({ id: "others", label: "others", colour: "c8" });
    expect(points[0]?.values?.others).toBe(
      7 + 8 + 9 + 10 + 11 + 12 + 13 + 14 + 15 + 16 + 17 + 18 + 19 + 20 + 21 + 22,
    );
    expect(points[1]?.values).toBeNull();
  });
});

describe("findGaps", () => {
  it("names single days, and combines adjacent ones", () => {
    const points = [
      day("1 Nov", null),
      day("2 Nov", {}),
      day("3 Nov", null),
      day("4 Nov", null),
      day("5 Nov", {}),
    ];
    expect(findGaps(points)).toEqual([
      { fromKey: "1 Nov", toKey: "1 Nov", when: "1 Nov" },
      { fromKey: "3 Nov", toKey: "4 Nov", when: "3 Nov to 4 Nov" },
    ]);
  });

  it("finds the gap at the end", () => {
    expect(findGaps([day("1 Nov", {}), day("2 Nov", null)])).toHaveLength(1);
  });
});

describe("prepareStackedBars", () => {
  const points = [day("3 Nov", { s0: 3, s1: 4 }), day("4 Nov", null), day("5 Nov", { s0: 0 })];

  it("distinguishes a day without data from a day of zero", () => {
    const { bars, gaps } = prepareStackedBars({ points, series: seriesOf(2) });
    expect(bars.map((bar) => bar.total)).toEqual([7, null, 0]);
    expect(gaps).toEqual([{ fromKey: "4 Nov", toKey: "4 Nov", when: "4 Nov" }]);
  });

  it("includes the target in the scale", () => {
    expect(prepareStackedBars({ points, series: seriesOf(2), target: 20 }).ticks.at(-1)).toBe(20);
  });
});

describe("prepareLines", () => {
  it("finds values without neighbors, which a line would not show", () => {
    const points = [
      day("1", { s0: 1 }),
      day("2", null),
      day("3", { s0: 2, s1: 1 }),
      day("4", { s0: 3, s1: null }),
    ];
    const { isolatedKeys } = prepareLines({ points, series: seriesOf(2) });
    expect([...(isolatedKeys.get("s0") ?? [])]).toEqual(["1"]);
    expect([...(isolatedKeys.get("s1") ?? [])]).toEqual(["3"]);
  });

  it("keeps the first eight series, and combines none", () => {
    const { series } = prepareLines({ points: [], series: seriesOf(9) });
    expect(series.map((one) => one.id)).toEqual(seriesOf(8).map((one) => one.id));
    expect(describeCut(9)).toBe("8 of 9");
  });
});

describe("prepareSparkline", () => {
  it("breaks the line at a gap, and draws an isolated point as a dot", () => {
    const { stretches } = prepareSparkline([0, 10, null, 5]);
    expect(stretches).toEqual(["2.0,20.0 40.7,2.0", "118.0,11.0 118.0,11.0"]);
  });

  it("centers equal values, and includes the target in the scale", () => {
    expect(prepareSparkline([4, 4]).stretches).toEqual(["2.0,11.0 118.0,11.0"]);
    expect(prepareSparkline([4, 8], 0).targetY).toBe(20);
    expect(prepareSparkline([null]).stretches).toEqual([]);
  });
});

describe("preparePairs", () => {
  it("scales both sizes by the largest of all", () => {
    const pairs = preparePairs([
      { key: "a", label: "a", before: 100, after: 25 },
      { key: "b", label: "b", before: 50, after: 200 },
    ]);
    expect(pairs.map((pair) => [pair.beforeShare, pair.afterShare])).toEqual([
      [0.5, 0.125],
      [0.25, 1],
    ]);
  });

  it("keeps the largest pairs if there are too many", () => {
    const many = [1, 5, 3].map((before) => ({ key: String(before), label: "", before, after: 0 }));
    expect(preparePairs(many, 2).map((pair) => pair.before)).toEqual([5, 3]);
  });
});

describe("series colors", () => {
  it("start again after the eighth rank", () => {
    expect([colourOfRank(0), colourOfRank(7), colourOfRank(8)]).toEqual(["c1", "c8", "c1"]);
  });

  it.each([
    [-0.1, "q0"],
    [0, "q0"],
    [0.001, "q1"],
    [0.25, "q1"],
    [0.251, "q2"],
    [0.75, "q3"],
    [0.751, "q4"],
    [1, "q4"],
  ])("show a share of %d as %s", (share, colour) => {
    expect(colourOfShare(share)).toBe(colour);
  });
});

describe("alignComparison", () => {
  const points = [day("a", { s0: 3 }), day("b", { s0: 4 }), day("c", null)];

  it("aligns the previous period with the points from the first on", () => {
    expect(alignComparison("before", points, [7, null]).values).toEqual({ a: 7, b: null, c: null });
    expect(alignComparison("before", points, [1, 2, 3, 4]).values).toEqual({ a: 1, b: 2, c: 3 });
  });

  it("includes the previous period in the scale", () => {
    const comparison = alignComparison("before", points, [90]);
    expect(prepareStackedBars({ points, series: seriesOf(1), comparison }).ticks.at(-1)).toBe(100);
    expect(prepareLines({ points, series: seriesOf(1), comparison }).ticks.at(-1)).toBe(100);
  });
});

describe("prepareBarRows", () => {
  const rows = [2, 8, 4].map((value, index) => ({ id: `r${index}`, value }));

  it("sorts rows by size, on one scale", () => {
    expect(prepareBarRows(rows).rows.map(({ id, share }) => [id, share])).toEqual([
      ["r1", 1],
      ["r2", 0.5],
      ["r0", 0.25],
    ]);
    expect(prepareBarRows([{ id: "none", value: 0 }]).rows[0]?.share).toBe(0);
  });

  it("returns the count and total of omitted rows", () => {
    expect(prepareBarRows(rows, 1)).toMatchObject({ rest: { count: 2, value: 6 } });
    expect(prepareBarRows(rows, 3)).toMatchObject({ rest: null });
  });
});

describe("prepareTargetBars", () => {
  it("aligns all targets, and marks the bars that reach theirs", () => {
    const drawn = prepareTargetBars([
      { id: "half", value: 25, target: 50 },
      { id: "met", value: 20, target: 20 },
      { id: "far", value: 900, target: 100 },
      { id: "none", value: null, target: 10 },
    ]);
    expect(drawn.map(({ share, isMet }) => [share, isMet])).toEqual([
      [0.4, false],
      [0.8, true],
      [1, true],
      [0, null],
    ]);
  });
});

describe("orderKeys", () => {
  it("returns the earlier point first, in either drag direction", () => {
    const points = ["a", "b", "c"].map((key) => ({ key }));
    expect(orderKeys(points, "a", "c")).toEqual({ fromKey: "a", toKey: "c" });
    expect(orderKeys(points, "c", "b")).toEqual({ fromKey: "b", toKey: "c" });
  });
});
