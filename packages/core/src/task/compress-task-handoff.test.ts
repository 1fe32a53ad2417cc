import { describe, expect, it } from "vitest";
import { HANDOFF } from "../../test/task-documents";
import { countTokens } from "../tokens/count-tokens";
import { compressTaskHandoff } from "./compress-task-handoff";
import { taskHandoffTokens } from "./task-handoff";
import { validateTaskHandoff } from "./validate-task-handoff";

const VERBOSE = {
  ...HANDOFF,
  interfaces: {
    Seat: "/** One seat. */\ninterface Seat {\n  row: number // from 1\n  taken: boolean\n}\n",
    open: "function open() { return 1 }",
  },
  criticalNotes: ["Please make sure to use the token `the accent` for the border of a seat", "Sort by row"],
  dependencies: ["/home/me/hall/src/seat.ts", "./src/row.ts", "/etc/hosts", "/home/me/hallway/a.ts"],
};

describe("compressTaskHandoff", () => {
  const { handoff, compression, skippedInterfaces } = compressTaskHandoff(VERBOSE, {
    projectRoot: "/home/me/hall/",
  });

  it("minifies interfaces, and keeps and names those that are not TypeScript types", () => {
    expect(handoff.interfaces).toEqual({
      Seat: "interface Seat{row:number;taken:boolean}",
      open: VERBOSE.interfaces.open,
    });
    expect(skippedInterfaces).toEqual(["open"]);
  });

  it("removes filler words from notes, but not from quotes", () => {
    expect(handoff.criticalNotes).toEqual(["Use token `the accent` for border of seat", "Sort by row"]);
  });

  it("shortens paths below the project root, and keeps others", () => {
    expect(handoff.dependencies).toEqual([
      "src/seat.ts",
      "src/row.ts",
      "/etc/hosts",
      "/home/me/hallway/a.ts",
    ]);
  });

  it("returns the tokens of each part before and after", () => {
    const sum = (texts: readonly string[]) => texts.reduce((total, text) => total + countTokens(text), 0);
    expect(compression.interfaces.before).toBe(sum(Object.values(VERBOSE.interfaces)));
    expect(compression.interfaces.after).toBe(sum(Object.values(handoff.interfaces)));
    expect(compression.notes).toEqual({
      before: sum(VERBOSE.criticalNotes),
      after: sum(handoff.criticalNotes),
    });
    expect(compression.dependencies.after).toBe(sum(handoff.dependencies));
    expect(compression.handoff).toEqual({
      before: taskHandoffTokens(VERBOSE),
      after: taskHandoffTokens(handoff),
    });
    expect(compression.handoff.after).toBeLessThan(compression.handoff.before);
  });

  it("keeps other keys, including unknown ones, and does not change its input", () => {
    const before = structuredClone(VERBOSE);
    const compressed = compressTaskHandoff({ ...VERBOSE, sprint: 4 }).handoff;
    expect(compressed).toMatchObject({ sprint: 4, taskName: VERBOSE.taskName, tokenBudget: 1_500 });
    expect(VERBOSE).toEqual(before);
  });

  it("leaves a compressed handoff unchanged and valid", () => {
    const once = compressTaskHandoff(HANDOFF).handoff;
    expect(compressTaskHandoff(once).handoff).toEqual(once);
    expect(validateTaskHandoff(once)).toEqual([]);
  });
});
