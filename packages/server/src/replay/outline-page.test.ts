import { Policy } from "@baton/core";
import { describe, expect, it } from "vitest";
import { OutlinePage, packOutlines, unpackOutlines } from "./outline-page";
import { PolicyReplay, type RecordedHandoff, replayPolicy } from "./replay-policy";

const leaf = (path: string, tokens: number) => ({
  path,
  tokens,
  after: 0,
  cause: "mode" as const,
  digest: "00",
});
const handoff = (fields: Partial<RecordedHandoff>): RecordedHandoff => ({
  fromAgent: "a",
  toAgent: "b",
  beforeTokens: 100,
  sessionId: "s",
  outlineTruncated: false,
  outline: [leaf("a.x", 3), leaf("a.y", 5)],
  ...fields,
});

const HANDOFFS = [
  handoff({}),
  handoff({ outline: [leaf("a.x", 7), leaf("a.y", 9)] }),
  handoff({ toAgent: "c", outline: [leaf("a.y", 1)], sessionId: null }),
  handoff({ outline: null }),
  handoff({ outlineTruncated: true }),
  handoff({ beforeTokens: null }),
  handoff({ outline: [] }),
];

describe("an outline page", () => {
  it("stores shared paths once, as JSON that its schema accepts", () => {
    const page = packOutlines(HANDOFFS);
    expect(page).toMatchObject({
      paths: ["a.x", "a.y"],
      sessions: ["s"],
      shapes: [[0, 1], [1], []],
      count: 7,
    });
    expect(OutlinePage.parse(JSON.parse(JSON.stringify(page)))).toEqual(page);
  });

  it("is unpacked into handoffs with the same replay result", () => {
    const draft = Policy.parse({ blocked_context_fields: ["y"] });
    const options = { current: Policy.parse({}), now: 0 };
    const replay = new PolicyReplay(draft, options);
    for (const one of unpackOutlines(packOutlines(HANDOFFS))) replay.add(one);
    const expected = replayPolicy(draft, HANDOFFS, options);
    expect(replay.result()).toEqual(expected);
    expect(expected).toMatchObject({ unknownHandoffs: 3, newlyBlocked: [{ path: "a.y" }, { path: "a.y" }] });
  });

  it("is rejected if it refers to a missing entry", () => {
    const page = { ...packOutlines(HANDOFFS), paths: [] };
    expect(() => [...unpackOutlines(page)]).toThrow("missing entry 0");
    const { numbers } = packOutlines(HANDOFFS);
    expect(() => [...unpackOutlines({ ...packOutlines(HANDOFFS), numbers: numbers.slice(0, 5) })]).toThrow(
      "missing entry 5",
    );
    expect(OutlinePage.safeParse({ ...packOutlines(HANDOFFS), numbers: [0, 0.5] }).success).toBe(false);
  });
});
