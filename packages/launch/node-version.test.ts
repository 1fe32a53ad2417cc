import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { isNodeNewEnough } from "./node-version.mjs";

test("OLDEST_NODE equals the engines field of package.json", () => {
  const oldest = packageJson.engines.node.replace(">=", "");
  expect(isNodeNewEnough(`${oldest}.0`)).toBe(true);
});

test.each([
  ["18.20.8", false],
  ["20.18.3", false],
  ["20.19.0", true],
  ["22.0.0", true],
  ["24.1.0", true],
])("isNodeNewEnough returns for Node %s: %s", (version, isNewEnough) => {
  expect(isNodeNewEnough(version)).toBe(isNewEnough);
});
