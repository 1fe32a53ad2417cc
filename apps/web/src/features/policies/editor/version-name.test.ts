import { expect, it } from "vitest";
import type { LivePolicy } from "./use-policy-editor";
import { describeBefore } from "./version-name";

const seen: LivePolicy = {
  number: null,
  policyVersion: "a1",
  policy: null,
  content: { document: "{}", policySwitch: { enabled: true, observe: false } },
};

it("describeBefore names the previous version, or calls this the first one", () => {
  expect(describeBefore({ ...seen, number: 6 })).toBe("You can restore v6 under Versions.");
  expect(describeBefore(seen)).toBe("This is the first published version.");
  expect(describeBefore(null)).toBe("This is the first published version.");
});
