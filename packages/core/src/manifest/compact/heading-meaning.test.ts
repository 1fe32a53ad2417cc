import { describe, expect, it } from "vitest";
import { HEADING_MEANINGS, HEADING_SYNONYMS, HeadingReader } from "./heading-meaning";

const meanings = (heading: string, reader = new HeadingReader()) =>
  reader.read(heading).map(({ meaning }) => meaning);

describe("HeadingReader", () => {
  it.each([
    ["Executive Summary", ["overview"]],
    ["🎯 2.1 Key Decisions Made ✅", ["decisions"]],
    ["Risks & Mitigations (updated)", ["risks"]],
    ["What NOT to Try", ["avoid"]],
    ["Immediate Next Action", ["next_action"]],
    ["Current state", ["overview", "state"]],
    ["Files Created/Modified", ["files_created"]],
    ["Next Batch Recommendations", ["next_action"]],
    ["Post-Deployment Steps", ["next_action"]],
    ["Short-term Goals (next 24 hours)", ["next_action"]],
    ["Steps to reproduce", []],
    ["The weather in spring", []],
    ["No dependencies", []],
    ["A heading that goes on and on about a risk that it names only in passing", []],
    ["", []],
  ])("recognizes %j", (heading, expected) => {
    expect(meanings(heading)).toEqual(expected);
  });

  it("distinguishes a heading with one topic from one with more", () => {
    const reader = new HeadingReader();
    expect(reader.read("Risks")[0]?.isWhole).toBe(true);
    expect(reader.read("Database connection risks")[0]?.isWhole).toBe(false);
  });

  it("prefers custom words", () => {
    const reader = new HeadingReader({ risks: ["Was schiefgehen kann"] });
    expect(reader.read("Was schiefgehen kann")).toEqual([{ meaning: "risks", rank: 0, isWhole: true }]);
    expect(reader.read("Risks")[0]?.rank).toBe(1);
  });

  it("recognizes every synonym", () => {
    for (const meaning of HEADING_MEANINGS) {
      for (const phrase of HEADING_SYNONYMS[meaning])
        expect([phrase, meanings(phrase)]).toEqual([phrase, expect.arrayContaining([meaning])]);
    }
  });
});
