import { describe, expect, it } from "vitest";
import { type ChainLink, chainHandoffs } from "./handoff-chain";

const link = (
  path: string,
  predecessor: string | null = null,
  createdAt: number | null = null,
): ChainLink => ({
  path,
  predecessor,
  createdAt,
});

describe("chainHandoffs", () => {
  it("returns newest first, with any form of predecessor", () => {
    const links = [
      link("h/p1.md"),
      link("h/p2.md", "p1.md"),
      link("h/p3.md", "./p2.md"),
      link("h/p4.md", "h/p3.md"),
      link("h/p5.md", "../h/p4.md"),
    ];
    expect(chainHandoffs(links)).toEqual({
      chains: [["h/p5.md", "h/p4.md", "h/p3.md", "h/p2.md", "h/p1.md"]],
      findings: [],
    });
  });

  it("sorts chains by their newest document: its time, otherwise its name", () => {
    const timed = [link("a.md", null, 1), link("b.md", "a.md", 5), link("c.md", null, 9)];
    expect(chainHandoffs(timed).chains).toEqual([["c.md"], ["b.md", "a.md"]]);
    const named = [link("phase-9.md"), link("phase-10.md")];
    expect(chainHandoffs(named).chains).toEqual([["phase-10.md"], ["phase-9.md"]]);
  });

  it("finds an archived predecessor if its name is unique", () => {
    const moved = [link("h/archive/p1.md"), link("h/p2.md", "p1.md")];
    expect(chainHandoffs(moved).chains).toEqual([["h/p2.md", "h/archive/p1.md"]]);
    expect(chainHandoffs([...moved, link("x/p1.md")]).findings).toMatchObject([{ code: "dead_predecessor" }]);
  });

  it("reports dead_predecessor", () => {
    expect(chainHandoffs([link("a.md", "gone.md")])).toMatchObject({
      chains: [["a.md"]],
      findings: [
        {
          code: "dead_predecessor",
          path: "/0/predecessor",
          message: "a.md names the predecessor gone.md, which does not exist",
        },
      ],
    });
  });

  it("reports handoff_cycle once, and keeps every document in a chain", () => {
    const circle = [link("a.md", "c.md", 1), link("b.md", "a.md", 2), link("c.md", "b.md", 3)];
    expect(chainHandoffs(circle)).toMatchObject({
      chains: [["c.md", "b.md", "a.md"]],
      findings: [
        {
          code: "handoff_cycle",
          path: "/2/predecessor",
          message: "these documents form a cycle: c.md, b.md, a.md, c.md",
        },
      ],
    });
    expect(chainHandoffs([link("a.md", "a.md")]).findings).toHaveLength(1);
    const withTail = [...circle, link("d.md", "b.md", 4), link("e.md", "b.md", 5)];
    const { chains, findings } = chainHandoffs(withTail);
    expect(chains).toEqual([
      ["e.md", "b.md", "a.md", "c.md"],
      ["d.md", "b.md", "a.md", "c.md"],
    ]);
    expect(findings.map(({ code }) => code)).toEqual(["handoff_cycle"]);
  });

  it("lets chains share older documents, and accepts an empty list", () => {
    const fork = [link("a.md"), link("b.md", "a.md"), link("c.md", "a.md")];
    expect(chainHandoffs(fork).chains).toEqual([
      ["c.md", "a.md"],
      ["b.md", "a.md"],
    ]);
    expect(chainHandoffs([])).toEqual({ chains: [], findings: [] });
  });
});
