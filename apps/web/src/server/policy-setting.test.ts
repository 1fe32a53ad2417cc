import { expect, it } from "vitest";
import { settingOf } from "./policy-setting";

it("settingOf returns observe if the policy observes, whether or not it is enabled", () => {
  expect(settingOf({ isEnabled: false, isObserving: true })).toBe("observe");
  expect(settingOf({ isEnabled: true, isObserving: true })).toBe("observe");
  expect(settingOf({ isEnabled: true, isObserving: false })).toBe("enforce");
  expect(settingOf({ isEnabled: false, isObserving: false })).toBe("off");
});
