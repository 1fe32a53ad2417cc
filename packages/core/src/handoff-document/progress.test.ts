import { describe, expect, it } from "vitest";
import { listApproaches, listObjectives, type Progress, parseProgress } from "./progress";
import { reviseProgress, updateProgress } from "./update-progress";

const NOW = "2026-03-01T10:00:00Z";

const PROGRESS: Progress = {
  phase: 3,
  phase_name: "Paging",
  objectives: [
    { id: 1, description: "Define the cursor", status: "done" },
    { id: 2, description: "Prove its order", status: "in_progress", note: "3 of 5 cases" },
  ],
  current_objective: 2,
  approaches_tried: [{ approach: "Offsets", result: "failed, rows move" }],
  handoff_count: 0,
  deviations: [{ type: "deferred" }],
};

const codesOf = (proposed: Partial<Progress>) => {
  const updated = updateProgress(PROGRESS, { ...PROGRESS, ...proposed });
  return updated.ok ? [] : updated.findings.map(({ code, path }) => `${code} ${path}`);
};

describe("parseProgress", () => {
  it("parses a progress file and keeps unknown keys", () => {
    expect(parseProgress(JSON.stringify(PROGRESS))).toEqual({ ok: true, progress: PROGRESS });
    expect(listObjectives(PROGRESS)[1]).toEqual({
      id: "2",
      description: "Prove its order",
      status: "in_progress",
      note: "3 of 5 cases",
      isDone: false,
    });
  });

  it("accepts forms of other tools: a text as phase, objectives by name, texts as approaches", () => {
    const text = JSON.stringify({
      phase: "6a",
      objectives: { port: { status: "Completed" }, test: { description: "Test it", status: "not_started" } },
      current_objective: null,
      approaches_tried: ["Offsets"],
    });
    const read = parseProgress(text);
    if (!read.ok) throw new Error("it was refused");
    expect(listObjectives(read.progress)).toEqual([
      { id: "port", description: "port", status: "Completed", note: null, isDone: true },
      { id: "test", description: "Test it", status: "not_started", note: null, isDone: false },
    ]);
    expect(listApproaches(read.progress)).toEqual([{ approach: "Offsets", result: null }]);
  });

  it.each([
    ["{", "not_json", ""],
    ['{"phase":1,"phase":2,"objectives":[]}', "duplicate_key", "/phase"],
    ['{"phase":1}', "malformed_progress", "/objectives"],
    ['{"phase":true,"objectives":[]}', "malformed_progress", "/phase"],
    [
      '{"phase":1,"objectives":[{"id":1,"description":"a","status":"x"},{"id":"1","description":"b","status":"x"}]}',
      "malformed_progress",
      "/objectives",
    ],
  ])("rejects %s", (text, code, path) => {
    const read = parseProgress(text);
    expect(read.ok ? [] : read.findings).toMatchObject([{ code, path, severity: "error" }]);
  });
});

describe("updateProgress", () => {
  const [first, second] = [
    { id: 1, description: "Define the cursor", status: "done" },
    { id: 2, description: "Prove its order", status: "done", note: "all cases" },
  ];

  it("allows a new status and note, new objectives, and more approaches", () => {
    const added = { id: 3, description: "Document it", status: "not_started" };
    expect(codesOf({ objectives: [first, second, added] })).toEqual([]);
    const tried = [...(PROGRESS.approaches_tried ?? []), { approach: "Keys", result: "worked" }];
    expect(codesOf({ approaches_tried: tried })).toEqual([]);
  });

  it("reports objective_removed", () => {
    expect(codesOf({ objectives: [second] })).toEqual(["objective_removed /objectives/0"]);
  });

  it("reports objective_changed for any change except status and note", () => {
    expect(codesOf({ objectives: [{ ...first, description: "Define a cursor" }, second] })).toEqual([
      "objective_changed /objectives/0",
    ]);
    expect(codesOf({ objectives: [first, { ...second, weight: 1 }] })).toEqual([
      "objective_changed /objectives/1",
    ]);
  });

  it("reports approach_removed for a removed, changed or moved approach", () => {
    expect(codesOf({ approaches_tried: [] })).toEqual(["approach_removed /approaches_tried/0"]);
    const { approaches_tried: _, ...without } = PROGRESS;
    expect(updateProgress(PROGRESS, without).ok).toBe(false);
    expect(codesOf({ approaches_tried: ["Keys", ...(PROGRESS.approaches_tried ?? [])] })).toEqual([
      "approach_removed /approaches_tried/0",
    ]);
  });
});

describe("reviseProgress", () => {
  it("changes only what was requested, so that updateProgress always allows it", () => {
    const change = {
      ...({
        objective: "2",
        status: "done",
        note: "all five",
        currentObjective: "1",
        countsHandoff: true,
      } as const),
      approach: { approach: "Keys", result: "worked" },
    };
    const revised = reviseProgress(PROGRESS, change, NOW);
    expect(revised).toEqual({
      ...PROGRESS,
      last_updated: NOW,
      objectives: [
        { id: 1, description: "Define the cursor", status: "done" },
        { id: 2, description: "Prove its order", status: "done", note: "all five" },
      ],
      current_objective: 1,
      approaches_tried: [
        { approach: "Offsets", result: "failed, rows move" },
        { approach: "Keys", result: "worked" },
      ],
      handoff_count: 1,
    });
    expect(updateProgress(PROGRESS, revised).ok).toBe(true);
  });

  it("changes objectives by name too", () => {
    const named: Progress = { phase: 1, objectives: { a: { status: "not_started" }, b: { status: "done" } } };
    expect(reviseProgress(named, { objective: "a", status: "done", currentObjective: "b" }, NOW)).toEqual({
      phase: 1,
      last_updated: NOW,
      current_objective: "b",
      objectives: { a: { status: "done" }, b: { status: "done" } },
    });
  });

  it("throws for an unknown objective", () => {
    expect(() => reviseProgress(PROGRESS, { objective: "9", status: "done" }, NOW)).toThrow(
      new RangeError("unknown objective 9; the objectives are 1, 2"),
    );
  });
});
