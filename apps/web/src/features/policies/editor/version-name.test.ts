import { expect, it } from "vitest";
import type { LivePolicy } from "./use-policy-editor";
import { describeBefore } from "./version-name";

const seen: LivePolicy = {
  number: null,
  policyVersion: "a1",
  policy: null,
  content: { document: "{}", policySwitch: { enabled: true, observe: false } },
};

it("says where the version before is, and of the first that there is none", () => {
  expect(describeBefore({ ...seen, number: 6 })).toBe("Versions has v6, which was live before it.");
  expect(describeBefore(seen)).toBe("It is the first version that was published here.");
  expect(describeBefore(null)).toBe("It is the first version that was published here.");
});
