import { expect, it } from "vitest";
import { pageOfRecord } from "./page-of-record";

it("pageOfRecord names the version, the review or the manifest of an entry", () => {
  const page = (action: string, subject: string) => pageOfRecord({ action, subject });
  expect(page("policy.publish", "version 3")).toEqual(["policies", "versions", "3"]);
  expect(page("policy.approve", "draft 6")).toEqual(["policies", "review"]);
  expect(page("manifest.review", "manifest ab12")).toEqual(["manifests", "ab12"]);
  expect(page("policy.expire", "rule r of version 2")).toBeNull();
});
