import { expect, it } from "vitest";
import { countStream } from "./open-streams";

it("lets somebody have a hundred streams, nobody else fewer by it, and another one for each that ended", () => {
  const ends = Array.from({ length: 100 }, () => countStream("vera"));
  expect(() => countStream("vera")).toThrow("open already");
  countStream("edda")();
  ends[0]?.();
  ends[0] = countStream("vera");
  expect(() => countStream("vera")).toThrow("open already");
  for (const end of ends) end();
  countStream("vera")();
});
