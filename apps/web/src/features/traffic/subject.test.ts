import { describe, expect, it } from "vitest";
import { readSubject, type SubjectKind, subjectAddress } from "./subject";

/** Returns the segments that Next passes to the page of an address. */
function segmentsOf(address: string): string[] {
  const { pathname } = new URL(address, "http://x");
  return pathname.split("/").slice(4).map(decodeURIComponent);
}

describe("the address of a lineage page", () => {
  it.each<[SubjectKind, readonly string[]]>([
    ["fields", ["intake.items[].price"]],
    ["agents", ["a/b ?#%"]],
    ["rules", [".."]],
    ["rules", ["..~"]],
    ["pairs", ["שולח", "مستلم"]],
    ["pairs", [".", ".."]],
    ["workflows", []],
  ])("opens the subject that it was built for: %s %j", (kind, names) => {
    const subject = readSubject(segmentsOf(subjectAddress("w", kind, ...names)));
    expect(subject).toEqual({ kind, names: names.length === 0 ? null : names });
  });

  it("opens the list of fields without a subject", () => {
    expect(readSubject(undefined)).toEqual({ kind: "fields", names: null });
  });

  it.each([[["cats"]], [["pairs", "a"]], [["agents", "a", "b"]], [["pairs", "a", "b", "c"]]])(
    "is rejected if no page matches it: %j",
    (segments) => expect(readSubject(segments)).toBeNull(),
  );
});
