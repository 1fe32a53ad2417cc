import { CONTENT_RULE_FINDING } from "../content/check-document";
import { type FindingKind, findingMaker } from "../finding";

/** All codes of a task handoff or response with severity and hint. `docs/findings.md` explains them. */
export const TASK_FINDINGS = {
  missing_field: {
    severity: "error",
    hint: "Give every required field a value of its type. Empty text does not count.",
  },
  task_name_too_long: { severity: "error", hint: "Name the task by what has to be done." },
  description_too_long: {
    severity: "error",
    hint: "Keep what the agent acts on and omit the reasons.",
  },
  too_many_notes: { severity: "error", hint: "Keep the most important notes, or divide the task." },
  note_too_long: { severity: "error", hint: "Keep the constraint and omit the reasons." },
  vague_note: {
    severity: "warning",
    hint: "Make it verifiable: name a file, an identifier, a number or a condition.",
  },
  too_many_dependencies: {
    severity: "error",
    hint: "Keep the files the agent must read, or divide the task.",
  },
  dependency_is_glob: {
    severity: "error",
    hint: "Name the files the agent must read, one per entry.",
  },
  dependency_is_directory: { severity: "error", hint: "Name the files in it that the agent must read." },
  dependency_is_absolute: {
    severity: "warning",
    hint: "Use a path relative to the project's root. It is shorter and valid on every machine.",
  },
  too_many_test_requirements: {
    severity: "error",
    hint: "Keep the most important requirements, or divide the task.",
  },
  token_budget_out_of_range: {
    severity: "error",
    hint: "Divide a task that needs more; merge a task that needs less with another.",
  },
  bad_deadline: { severity: "error", hint: "Use ISO 8601, such as 2026-01-31 or 2026-01-31T10:30:00Z." },
  implementation_in_interface: {
    severity: "error",
    hint: "Pass only the declaration. If the agent must see the code, list its file as a dependency.",
  },
  handoff_over_target: {
    severity: "warning",
    hint: "Compress it (`baton task compress`), or omit interfaces the task does not need.",
  },
  repeated_context: {
    severity: "warning",
    hint: "Omit it, unless the receiver has started a new session since.",
  },
  response_status_mismatch: {
    severity: "error",
    hint: "Name the obstacle in errors or blockers, or correct the status.",
  },
  unknown_task: { severity: "error", hint: "Copy the taskId of the handoff exactly." },
  content_rule: CONTENT_RULE_FINDING,
  token_overrun: { severity: "warning", hint: "Divide tasks like this one, or raise their budget." },
} as const satisfies Record<string, FindingKind>;

export type TaskFindingCode = keyof typeof TASK_FINDINGS;

/** Creates a finding about a part of a task handoff or response. */
export const taskFinding = findingMaker(TASK_FINDINGS);
