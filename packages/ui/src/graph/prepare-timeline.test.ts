import { describe, expect, it } from "vitest";
import { prepareTimeScale } from "./prepare-timeline";

const at = (time: string) => Date.parse(`2026-11-21T${time}Z`);

describe("prepareTimeScale", () => {
  it("places ticks on round times within the range", () => {
    const { ticks } = prepareTimeScale([at("14:31:50"), at("14:34:38")], 7);
    expect(ticks.map((tick) => new Date(tick).toISOString().slice(11, 19))).toEqual([
      "14:32:00",
      "14:32:30",
      "14:33:00",
      "14:33:30",
      "14:34:00",
      "14:34:30",
    ]);
  });

  it("limits the number of ticks, for ranges from milliseconds to years", () => {
    for (let span = 3; span < 1e12; span *= 3) {
      const { ticks } = prepareTimeScale([1_000_000, 1_000_000 + span], 7);
      expect(ticks.length).toBeLessThanOrEqual(7);
      expect(ticks.length).toBeGreaterThan(0);
    }
  });

  it("maps times to shares from 0 to 1, and handles one time and none", () => {
    const { shareOf } = prepareTimeScale([100, 300, 200], 5);
    expect([shareOf(100), shareOf(200), shareOf(300)]).toEqual([0, 0.5, 1]);
    expect(prepareTimeScale([100], 5)).toMatchObject({ from: 100, to: 1100 });
    expect(prepareTimeScale([], 5).ticks).toEqual([]);
  });
});
