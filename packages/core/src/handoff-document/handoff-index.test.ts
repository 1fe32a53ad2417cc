import { expect, it } from "vitest";
import { EMPTY_HANDOFF_DOCUMENT } from "./handoff-document";
import { renderHandoffIndex } from "./handoff-index";

it("renderHandoffIndex lists what to do, what helps and what to avoid, from document and progress file", () => {
  const document = {
    ...EMPTY_HANDOFF_DOCUMENT,
    frontMatter: { task: "42" },
    nextAction: "Fix `nextPage`.",
    currentState: "- File: src/pager.ts\n- Location: line 88",
    decisions: [{ decision: "Pages count from 1", rationale: "old links" }],
    failedApproaches: [{ approach: "Rounding up", reason: "an empty page:\n- for 0 rows" }],
    criticalContext: ["`total` may be null"],
    references: ["docs/plan.md, phase 6"],
  };
  const progress = {
    phase: "6a",
    objectives: [
      { id: 1, description: "Define the cursor", status: "done" },
      { id: 2, description: "Prove its order", status: "in_progress", note: "3 of 5 cases" },
    ],
    current_objective: 2,
    approaches_tried: [{ approach: "Offsets", result: "rows move" }, "Guessing"],
  };
  expect(renderHandoffIndex(document, progress)).toBe(`# Handoff Index: Task 42 Phase 6a

## Quick Start (read this first)

- Immediate next action: Fix \`nextPage\`.
- Critical file: src/pager.ts at line 88
- Current state: File: src/pager.ts; Location: line 88
- Objective 2, in_progress: Prove its order (3 of 5 cases)

## If You Get Stuck

- Read: docs/plan.md, phase 6
- Keep in mind: \`total\` may be null
- Decided: Pages count from 1 (old links)

## Do NOT

- Try: Rounding up (an empty page: for 0 rows)
- Try: Offsets (rows move)
- Try: Guessing
- Repeat this, it is done: Define the cursor
`);
});

it("renderHandoffIndex omits missing information", () => {
  expect(renderHandoffIndex(EMPTY_HANDOFF_DOCUMENT, null)).toBe(`# Handoff Index

## Quick Start (read this first)

Nothing is known.

## If You Get Stuck

Nothing is known.

## Do NOT

Nothing is known.
`);
});
