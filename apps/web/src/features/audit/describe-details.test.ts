import { describe, expect, it } from "vitest";
import { describeDetails } from "./describe-details";

describe("describeDetails", () => {
  it("separates before and after from other details", () => {
    expect(describeDetails('{"before":null,"after":30,"unit":"days","requested_by":{"id":"u1"}}')).toEqual({
      before: "none",
      after: "30",
      more: [
        { name: "unit", value: "days" },
        { name: "requested by", value: "id u1" },
      ],
    });
    const published = {
      note: ["one", "two"],
      before: null,
      after: { number: 2, policy_version: "e4", enabled: true },
    };
    expect(describeDetails(JSON.stringify(published))).toMatchObject({
      before: "none",
      after: "number 2, policy version e4, enabled yes",
      more: [{ name: "note", value: "one; two" }],
    });
    const shown = describeDetails(
      '{"acknowledged":[{"field":"a","reason":"known; field b, reason agreed"}]}',
    ).more;
    expect(shown[0]?.value).toBe('field a, reason "known; field b, reason agreed"');
    expect(describeDetails("{}")).toEqual({ before: null, after: null, more: [] });
  });

  it("shows unknown details unchanged", () => {
    for (const details of ["[1]", "{", "null", '"text"'])
      expect(describeDetails(details)).toEqual({
        before: null,
        after: null,
        more: [{ name: "details", value: details }],
      });
  });
});
