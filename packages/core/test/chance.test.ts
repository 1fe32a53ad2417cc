import { afterEach, expect, it, vi } from "vitest";
import { createChance } from "./chance";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const draw = (chance: () => number, count: number) => Array.from({ length: count }, () => chance());

it("createChance repeats its draws with the seed that a failed test prints, and differs without it", () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  let fail = () => {};
  const first = draw(
    createChance((tell) => (fail = tell)),
    100,
  );
  expect(printed).not.toHaveBeenCalled();
  fail();
  const seed = /BATON_SEED=(\d+)/.exec(String(printed.mock.calls[0]?.[0]))?.[1];
  vi.stubEnv("BATON_SEED", seed);
  expect(
    draw(
      createChance(() => {}),
      100,
    ),
  ).toEqual(first);
  vi.stubEnv("BATON_SEED", String((Number(seed) + 1) % 2 ** 32));
  expect(
    draw(
      createChance(() => {}),
      100,
    ),
  ).not.toEqual(first);
});

it("createChance draws evenly from 0 to 1", () => {
  vi.stubEnv("BATON_SEED", "7");
  const draws = draw(
    createChance(() => {}),
    10_000,
  );
  expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...draws)).toBeLessThan(1);
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => draws.filter((one) => Math.floor(one * 10) === tenth).length,
  );
  for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});
