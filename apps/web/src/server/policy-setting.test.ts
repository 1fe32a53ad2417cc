import { expect, it } from "vitest";
import { settingOf } from "./policy-setting";

it("takes a policy that observes for observing, whether or not it is enabled too", () => {
  expect(settingOf({ isEnabled: false, isObserving: true })).toBe("observe");
  expect(settingOf({ isEnabled: true, isObserving: true })).toBe("observe");
  expect(settingOf({ isEnabled: true, isObserving: false })).toBe("enforce");
  expect(settingOf({ isEnabled: false, isObserving: false })).toBe("off");
});
