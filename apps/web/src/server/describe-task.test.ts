import { describe, expect, it } from "vitest";
import { describeTask } from "./describe-task";

type Attempt = Parameters<typeof describeTask>[0];

const handoff = (fields: object = {}) => ({
  taskId: "pager",
  fromAgent: "lead",
  toAgent: "coder",
  taskName: "Page",
  taskDescription: "Pages",
  interfaces: {},
  dependencies: [],
  criticalNotes: [],
  testRequirements: [],
  tokenBudget: 1_000,
  ...fields,
});

const response = (fields: object = {}) => ({
  taskId: "pager",
  agentType: "coder",
  status: "success",
  filesModified: [],
  filesCreated: [],
  interfaces: {},
  exports: [],
  tests: [],
  tokenUsage: 700,
  executionTime: 9,
  warnings: [],
  ...fields,
});

function describeDocuments(
  sent: object | null,
  answered: object | null,
  findings: Attempt["findings"] = null,
) {
  const textOf = (document: object | null) => document && JSON.stringify(document);
  return describeTask({
    handoffText: textOf(sent),
    isHandoffStored: sent !== null,
    handoffTokens: 40,
    findings,
    responseText: textOf(answered),
    isResponseStored: answered !== null,
    answerFindings: [],
  });
}

const named = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`I${index}`, text]));

/** Returns the CPU seconds of a function. */
function timeOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

describe("describeTask", () => {
  it("returns the content and findings of a handoff and its response", () => {
    const interfaces = { Page: "interface Page {\n  number: number;\n}" };
    const shown = describeDocuments(
      handoff({ interfaces, criticalNotes: ["Be careful"] }),
      response({ tests: ["pages"] }),
    );
    expect(shown).toMatchObject({ handoffState: "told", responseState: "told", findings: null });
    expect(shown.handoff?.criticalNotes).toEqual({ first: ["Be careful"], count: 1 });
    expect(shown.response?.tests).toEqual({ first: ["pages"], count: 1 });
    expect(shown.interfaces).toMatchObject({
      first: [{ name: "Page", isRead: true, minified: "interface Page{number:number}" }],
      count: 1,
    });
    expect(shown.foundNow).toMatchObject([{ code: "vague_note" }]);
    const found = { code: "vague_note", severity: "error", path: "/criticalNotes/0" };
    const [explained] =
      describeDocuments(handoff({ criticalNotes: ["Be careful"] }), null, [found]).findings ?? [];
    expect(explained).toMatchObject({ message: expect.stringContaining("cannot be verified") });
  });

  it("distinguishes documents that are not stored from invalid ones", () => {
    expect(describeDocuments(null, null)).toMatchObject({
      handoff: null,
      handoffState: "not_kept",
      foundNow: null,
      response: null,
      responseState: "not_kept",
    });
    expect(describeDocuments({}, { status: 1 })).toMatchObject({
      handoff: null,
      handoffState: "of_other_shape",
      responseState: "of_other_shape",
    });
  });

  it("lists two hundred items of each kind, and counts the others", () => {
    const many = Array.from({ length: 1_500 }, (_, index) => `n${index}`);
    const { handoff: sent, response: answered } = describeDocuments(
      handoff({ dependencies: many }),
      response({ filesModified: many, interfaces: named(500, "A") }),
    );
    for (const list of [sent?.dependencies, answered?.filesModified]) {
      expect(list).toEqual({ first: many.slice(0, 200), count: 1_500 });
    }
    expect(answered?.interfaces).toMatchObject({ count: 500 });
    expect(answered?.interfaces.first).toHaveLength(200);
  });

  it("takes at most half a second for any document", () => {
    describeDocuments(handoff({ interfaces: named(1, "a: string") }), null);
    const long = { interfaces: named(3, "const a;".repeat(3_000)) };
    let shown = describeDocuments(handoff(), null);
    expect(timeOf(() => (shown = describeDocuments(handoff(long), response(long))))).toBeLessThan(0.5);
    expect(shown).toMatchObject({ handoffState: "told", interfaces: { first: [{ isRead: false }, {}, {}] } });
    const short = { interfaces: named(4_900, "a=") };
    expect(timeOf(() => (shown = describeDocuments(handoff(short), response(short))))).toBeLessThan(0.5);
    expect(shown).toMatchObject({ handoffState: "told", foundNow: null, interfaces: { count: 4_900 } });
    const wide = { interfaces: named(40_000, "a: string") };
    expect(timeOf(() => (shown = describeDocuments(handoff(wide), response(wide))))).toBeLessThan(0.5);
    expect(shown).toMatchObject({ handoffState: "too_large", responseState: "too_large", foundNow: null });
  });
});
