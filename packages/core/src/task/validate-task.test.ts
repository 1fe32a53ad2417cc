import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { policyOf } from "../../test/handoff";
import { HANDOFF, RESPONSE } from "../../test/task-documents";
import { loadDetectors } from "../content/load-detectors";
import type { Finding } from "../finding";
import { TASK_FINDINGS, type TaskFindingCode } from "./task-finding";
import type { TaskHandoff, TaskResponse } from "./task-handoff";
import { validateTaskHandoff } from "./validate-task-handoff";
import { validateTaskResponse } from "./validate-task-response";

const detectors = await loadDetectors();
const EARLIER: TaskHandoff = { ...HANDOFF, taskId: "seats-006" };

/** The smallest change to a clean handoff that produces each code. */
const HANDOFF_CASES: [TaskFindingCode, path: string, Partial<Record<keyof TaskHandoff, unknown>>][] = [
  ["missing_field", "/taskId", { taskId: undefined }],
  ["missing_field", "/toAgent", { toAgent: "" }],
  ["missing_field", "/taskDescription", { taskDescription: " " }],
  ["missing_field", "/criticalNotes", { criticalNotes: "one" }],
  ["missing_field", "/dependencies/1", { dependencies: ["a.ts", 1] }],
  ["missing_field", "/priority", { priority: "urgent" }],
  ["task_name_too_long", "/taskName", { taskName: "🎭".repeat(51) }],
  ["description_too_long", "/taskDescription", { taskDescription: "x".repeat(201) }],
  ["too_many_notes", "/criticalNotes", { criticalNotes: ["at 1", "at 2", "at 3", "at 4"] }],
  ["note_too_long", "/criticalNotes/0", { criticalNotes: [`at ${"9".repeat(98)}`] }],
  ["vague_note", "/criticalNotes/0", { criticalNotes: ["Follow best practices"] }],
  ["too_many_dependencies", "/dependencies", { dependencies: ["a", "b", "c", "d", "e", "f"] }],
  ["dependency_is_glob", "/dependencies/0", { dependencies: ["src/**/*.tsx"] }],
  ["dependency_is_glob", "/dependencies/0", { dependencies: ["src/{a,b}.ts"] }],
  ["dependency_is_directory", "/dependencies/0", { dependencies: ["src/store/"] }],
  ["dependency_is_directory", "/dependencies/0", { dependencies: [".."] }],
  ["dependency_is_absolute", "/dependencies/0", { dependencies: ["/home/me/project/a.ts"] }],
  ["dependency_is_absolute", "/dependencies/0", { dependencies: ["C:\\project\\a.ts"] }],
  ["too_many_test_requirements", "/testRequirements", { testRequirements: ["a", "b", "c", "d"] }],
  ["token_budget_out_of_range", "/tokenBudget", { tokenBudget: 499 }],
  ["token_budget_out_of_range", "/tokenBudget", { tokenBudget: 3_001 }],
  ["bad_deadline", "/deadline", { deadline: "tomorrow" }],
  ["bad_deadline", "/deadline", { deadline: "2026-02-30" }],
  ["implementation_in_interface", "/interfaces/a~1b", { interfaces: { "a/b": "const a = () => 1" } }],
  ["handoff_over_target", "", { extra: "seat ".repeat(600) }],
  ["repeated_context", "/interfaces/Seat", { dependencies: [], criticalNotes: [] }],
  [
    "repeated_context",
    "/dependencies/0",
    { interfaces: {}, dependencies: ["src/hall/seat-map.tsx"], criticalNotes: [] },
  ],
  ["repeated_context", "/criticalNotes/0", { interfaces: {}, dependencies: [] }],
];

const RESPONSE_CASES: [TaskFindingCode, path: string, Partial<Record<keyof TaskResponse, unknown>>][] = [
  ["missing_field", "/status", { status: "done" }],
  ["missing_field", "/tokenUsage", { tokenUsage: -1 }],
  ["response_status_mismatch", "/status", { status: "error" }],
  ["response_status_mismatch", "/status", { status: "blocked", blockers: [] }],
  ["unknown_task", "/taskId", { taskId: "seats-7" }],
  ["token_overrun", "/tokenUsage", { tokenUsage: 1_501 }],
  ["implementation_in_interface", "/interfaces/f", { interfaces: { f: "function f() { return 1 }" } }],
];

/** Formats each finding as `code path`. */
function name(findings: readonly Finding[]): string[] {
  return findings.map(({ code, path }) => `${code} ${path}`);
}

describe("docs/tasks.md", () => {
  it("shows a handoff and a response without findings", () => {
    const page = readFileSync(new URL("../../../../docs/tasks.md", import.meta.url), "utf8");
    const [handoff, response] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = ""]) =>
      JSON.parse(json),
    );
    expect(validateTaskHandoff(handoff)).toEqual([]);
    expect(validateTaskResponse(response, { handoffs: [handoff] })).toEqual([]);
  });
});

describe("validateTaskHandoff", () => {
  it("accepts a valid handoff", () => {
    expect(validateTaskHandoff(HANDOFF)).toEqual([]);
    expect(
      validateTaskHandoff({ ...HANDOFF, deadline: "2026-01-31T10:30:00+02:00", priority: "high" }),
    ).toEqual([]);
  });

  it.each(HANDOFF_CASES)("reports %s at %s", (code, path, change) => {
    const earlier = code === "repeated_context" ? [EARLIER] : [];
    expect(name(validateTaskHandoff({ ...HANDOFF, ...change }, { earlier }))).toEqual([`${code} ${path}`]);
  });

  it("accepts both ends of each limit, in code points", () => {
    const limits = {
      taskName: "🎭".repeat(50),
      taskDescription: "é".repeat(200),
      criticalNotes: [`at ${"9".repeat(97)}`],
    };
    expect(validateTaskHandoff({ ...HANDOFF, ...limits, tokenBudget: 500 })).toEqual([]);
    expect(validateTaskHandoff({ ...HANDOFF, ...limits, tokenBudget: 3_000 })).toEqual([]);
  });

  it("reports all findings, sorted by path, then code", () => {
    const findings = validateTaskHandoff({ dependencies: ["/src/*/", "a.ts"], tokenBudget: 1 });
    expect(name(findings)).toEqual([
      "missing_field /criticalNotes",
      "dependency_is_absolute /dependencies/0",
      "dependency_is_directory /dependencies/0",
      "dependency_is_glob /dependencies/0",
      "missing_field /fromAgent",
      "missing_field /interfaces",
      "missing_field /taskDescription",
      "missing_field /taskId",
      "missing_field /taskName",
      "missing_field /testRequirements",
      "missing_field /toAgent",
      "token_budget_out_of_range /tokenBudget",
    ]);
  });

  it("reports repeated context only from handoffs of other tasks to the same receiver", () => {
    const other = { ...EARLIER, toAgent: "physics" };
    expect(validateTaskHandoff(HANDOFF, { earlier: [other, HANDOFF] })).toEqual([]);
    const respaced = {
      ...EARLIER,
      interfaces: { Seat: "interface Seat {\n  row: number\n  taken: boolean\n}" },
    };
    expect(name(validateTaskHandoff(HANDOFF, { earlier: [respaced] }))).toContain(
      "repeated_context /interfaces/Seat",
    );
  });

  it("never throws for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(HANDOFF)), (value, key) => {
        const findings = [
          validateTaskHandoff(value),
          validateTaskHandoff({ ...HANDOFF, [key]: value }),
        ].flat();
        expect(findings.every(({ code }) => Object.hasOwn(TASK_FINDINGS, code))).toBe(true);
      }),
    );
    const deep = "[".repeat(50_000);
    const hostile = { ...HANDOFF, interfaces: { a: deep, b: "<".repeat(50_000) }, [deep]: deep };
    expect(name(validateTaskHandoff(hostile))).toContain("implementation_in_interface /interfaces/a");
    expect(validateTaskResponse(null, { handoffs: [] })).toHaveLength(1);
  });
});

describe("a task handoff built to be slow to validate", () => {
  const LONG = 300_000;

  it.each(['"\\', "/*", "“a", " ‘a", "a(", "{,", "[a", "<", "a ", "'\\'"])(
    "is validated in time if made of %j",
    (text) => {
      const hostile = text.repeat(LONG / text.length);
      const fields = {
        interfaces: { a: hostile.slice(0, 65_536) },
        criticalNotes: [hostile],
        dependencies: [hostile],
      };
      expect(name(validateTaskHandoff({ ...HANDOFF, ...fields }))).toContain(
        "note_too_long /criticalNotes/0",
      );
    },
    20_000,
  );
});

describe("validateTaskResponse", () => {
  it("accepts a valid response", () => {
    expect(validateTaskResponse(RESPONSE, { handoffs: [HANDOFF] })).toEqual([]);
    expect(validateTaskResponse({ ...RESPONSE, status: "blocked", blockers: ["seats-006"] })).toEqual([]);
  });

  it.each(RESPONSE_CASES)("reports %s at %s", (code, path, change) => {
    const findings = validateTaskResponse({ ...RESPONSE, ...change }, { handoffs: [HANDOFF] });
    expect(name(findings)).toEqual([`${code} ${path}`]);
  });

  it("checks neither task nor budget without the handoffs", () => {
    expect(validateTaskResponse({ ...RESPONSE, taskId: "x", tokenUsage: 9_999 })).toEqual([]);
  });
});

it("reports content_rule at the places that a content rule matches", () => {
  const contentPolicy = policyOf(
    { content_rules: [{ rule_id: "hall", detector: "pattern", pattern: "hall", action: "redact" }] },
    { enabled: true, observe: false },
    detectors,
  );
  expect(name(validateTaskHandoff(HANDOFF, { contentPolicy }))).toEqual([
    "content_rule /dependencies/0",
    "content_rule /dependencies/1",
    "content_rule /taskDescription",
  ]);
  expect(name(validateTaskResponse(RESPONSE, { contentPolicy }))).toEqual([
    "content_rule /filesModified/0",
    "content_rule /tests/0",
  ]);
});

describe("the finding codes of tasks", () => {
  it("are each covered by a case above", () => {
    const found = new Set(["content_rule", ...[...HANDOFF_CASES, ...RESPONSE_CASES].map(([code]) => code)]);
    expect([...found].sort()).toEqual(Object.keys(TASK_FINDINGS).sort());
  });

  it("are listed in docs/findings.md with their severity", () => {
    const page = readFileSync(new URL("../../../../docs/findings.md", import.meta.url), "utf8");
    const [, section = ""] = /\n## Task handoffs\n([\s\S]*?)(?:\n## |$)/.exec(page) ?? [];
    const rows = [...section.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(([, code, severity]) => [
      code,
      severity,
    ]);
    const codes = Object.entries(TASK_FINDINGS).map(([code, { severity }]) => [code, severity]);
    expect(rows).toEqual(codes);
  });

  it("are listed in docs/tasks.md with their rule and an existing test file", () => {
    const page = readFileSync(new URL("../../../../docs/tasks.md", import.meta.url), "utf8");
    const [, table = ""] = /\n## The rules, and the test of each\n([\s\S]*)$/.exec(page) ?? [];
    const named = [...table.matchAll(/`([\w.-]+)`/g)].map(([, name]) => name ?? "");
    expect(named).toEqual(expect.arrayContaining(Object.keys(TASK_FINDINGS)));
    const tests = named.filter((name) => name.endsWith(".test.ts"));
    expect(tests.filter((name) => !existsSync(new URL(name, import.meta.url)))).toEqual([]);
  });
});
