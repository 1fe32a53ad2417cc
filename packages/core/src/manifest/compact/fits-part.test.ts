import { describe, expect, it } from "vitest";
import { describesFormat, isConstraint, isInsight, isNextAction, isRisk } from "./fits-part";
import { SourceFile } from "./source-text";

const line = (text: string) => new SourceFile({ path: null, text }).excerpt(0, text.length);

describe("describesFormat", () => {
  it.each([
    ["Constraints: Max 5 critical constraints", true],
    ["**Risks**: up to 3 risks", true],
    ["Changes: List of files (no code snippets)", true],
    ["What was tried and why", true],
    ["At most 5 connections are open at once.", false],
    ["Which columns do they read?", false],
    ["What fails, fails without a word", false],
  ])("returns true or false for %j", (text, expected) => {
    expect(describesFormat(text)).toBe(expected);
  });
});

describe("accepting a line", () => {
  it.each([
    ["**Team**: 42 % faster", true],
    ["The job reads one invoice at a time", true],
    ["Ready for creation", false],
    ["✅ Ready for the next release", false],
    ["**Status:** the job reads one invoice at a time", false],
  ])("as an insight: %j", (text, expected) => {
    expect(isInsight(line(text))).toBe(expected);
  });

  it.each([
    ["Originals must be kept for ten years", true],
    ["Export files have to be encrypted", true],
    ["User guide reviewed and published", true],
    ["Decision documented in a record of its own", true],
    ["✅ Shows what runs", false],
    ["No risk (widely used)", false],
    ["**No checks**: nobody can see what an importer must do", false],
    ["Interface definitions", false],
    ["**Interface:** Click for the command line (45m)", false],
    ["**intake → triage** (full)", false],
  ])("as a constraint: %j", (text, expected) => {
    expect(isConstraint(line(text))).toBe(expected);
  });

  it.each([
    ["The leak stops the job before dawn", true],
    ["Risk Level: HIGH", false],
    ["**Onboarding is complex** (HIGH → RESOLVED)", false],
    ["Medium (new libraries)", false],
    ["Remaining tasks are not blockers", false],
  ])("as a risk: %j", (text, expected) => {
    expect(isRisk(line(text))).toBe(expected);
  });

  it.each([
    ["Complete the chain", true],
    ["Phase 4: port the parser", true],
    ["✅ Review the summary", false],
    ["Ready to start immediately", false],
    ["**Agent:** backend", false],
    ["Immediate actions (before the release)", false],
    ["9 | normal-form.ts | NOT STARTED", false],
  ])("as a next action: %j", (text, expected) => {
    expect(isNextAction(line(text))).toBe(expected);
  });
});
