import { expect, it } from "vitest";
import { concealTarget } from "./conceal-target";

it.each([
  ["https://hooks.example.com/services/T0/B0/s3cret?key=s3cret", "https://hooks.example.com/…"],
  ["https://user:s3cret@hooks.example.com/", "https://hooks.example.com/…"],
  ["http://10.1.0.7:8080/", "http://10.1.0.7:8080"],
])("concealTarget hides possible secrets in %s", (target, shown) => {
  expect(concealTarget({ kind: "webhook", target })).toBe(shown);
});

it("concealTarget shows the end of an integration key", () => {
  const target = "eu:R0123456789abcdef0123456789abcd";
  expect(concealTarget({ kind: "pagerduty", target })).toBe("integration key …abcd");
});

it("concealTarget shows email addresses", () => {
  expect(concealTarget({ kind: "mail", target: "bob@example.com" })).toBe("bob@example.com");
});
