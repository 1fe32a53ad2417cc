import { describe, expect, it } from "vitest";
import { partialResult } from "./exhaustion";
import { parseFeatureList } from "./feature-list";
import { clearPartialProgress, markPartialProgress, readPartialProgress } from "./phase-result";
import { ReturnMetadata } from "./return-metadata";

describe("parseFeatureList", () => {
  it("parses passing and failing features in the forms that agents write", () => {
    const features = [
      { description: "Login", passes: true, steps: [] },
      { name: "Logout", passes: false },
      { title: "Export", status: "PASS" },
      { feature: "Import", status: "failing" },
    ];
    const expected = [
      { description: "Login", isPassing: true },
      { description: "Logout", isPassing: false },
      { description: "Export", isPassing: true },
      { description: "Import", isPassing: false },
    ];
    expect(parseFeatureList(JSON.stringify(features))).toEqual({ ok: true, features: expected });
    expect(parseFeatureList(JSON.stringify({ features }))).toEqual({ ok: true, features: expected });
  });

  it.each([
    ["[", "not_json"],
    ['{"features":1}', "malformed_feature_list"],
    ['[{"description":"a"}]', "malformed_feature_list"],
    ['[{"passes":true}]', "malformed_feature_list"],
  ])("rejects %s", (text, code) => {
    const read = parseFeatureList(text);
    expect(read.ok ? [] : read.findings).toMatchObject([{ code, severity: "error" }]);
  });
});

describe("the mark of partial progress", () => {
  const MARK = { handoffPath: "handoffs/p3.md", markedAt: "2026-03-01T10:00:00Z", details: "85 % are used" };

  it("is written to the end of the result, and parsed again", () => {
    const marked = markPartialProgress("# Results\n\nDone: 1\n", MARK);
    expect(
      marked.startsWith("# Results\n\nDone: 1\n\n<!-- partial progress -->\n**Status**: partial\n"),
    ).toBe(true);
    expect(readPartialProgress(marked)).toEqual(MARK);
    expect(clearPartialProgress(marked)).toBe("# Results\n\nDone: 1\n");
  });

  it("is written once, even into an empty file", () => {
    const twice = markPartialProgress(markPartialProgress("", MARK), { ...MARK, details: "later" });
    expect(twice.match(/partial progress -->\n\*\*/g)).toHaveLength(1);
    expect(readPartialProgress(twice)?.details).toBe("later");
    expect(clearPartialProgress(twice)).toBe("");
    expect(readPartialProgress("# Results")).toBeNull();
    expect(readPartialProgress("<!-- partial progress -->\n<!-- end of partial progress -->")).toBeNull();
  });

  it("stays valid with any details", () => {
    const marked = markPartialProgress("", {
      ...MARK,
      details: "a\n<!-- end of partial progress -->\n**Handoff**: x",
    });
    expect(readPartialProgress(marked)?.handoffPath).toBe("handoffs/p3.md");
    expect(clearPartialProgress(marked)).toBe("");
  });
});

describe("ReturnMetadata", () => {
  it("accepts the forms that agents write, and the result of a full context", () => {
    const written = { status: "implemented", next_steps: ["a"], partial_progress: null, session: 1 };
    expect(ReturnMetadata.parse(written)).toEqual(written);
    expect(ReturnMetadata.parse({ status: "x", next_steps: "a" }).next_steps).toBe("a");
    const partial = partialResult("handoffs/p3.md", 0.85);
    expect(ReturnMetadata.parse(partial)).toEqual(partial);
    const listed = { status: "partial", partial_progress: { phases_completed: [1, 2] } };
    expect(ReturnMetadata.parse(listed)).toEqual(listed);
    expect(ReturnMetadata.safeParse({}).success).toBe(false);
  });
});
