import { Policy } from "@baton/core";
import { expect, it } from "vitest";
import { type ImpactRequest, restBefore } from "./use-impact";

it("restBefore waits until typing stops, also after a repeated replay", () => {
  const [current, draft] = [Policy.parse({}), Policy.parse({})];
  const request: ImpactRequest = { workspace: "w", range: "30d", tz: "UTC", current, draft };
  expect(restBefore(request, null)).toBeGreaterThan(0);
  expect(restBefore(request, { request })).toBe(0);
  expect(restBefore({ ...request, draft: Policy.parse({}) }, { request })).toBeGreaterThan(0);
});
