import { type FindingKind, findingMaker } from "../finding";

/** All codes of a task handoff or response with severity and hint. `docs/findings.md` explains them. */
export const TASK_FINDINGS = {
  missing_field: {
    severity: "error",
    hint: "Give every required field a value of its kind; an empty text is none.",
  },
  task_name_too_long: { severity: "error", hint: "Name the task; what is to be done is its description." },
  description_too_long: {
    severity: "error",
    hint: "Keep what the agent acts on, and leave the reasons out.",
  },
  too_many_notes: { severity: "error", hint: "Keep the most important notes, or divide the task." },
  note_too_long: { severity: "error", hint: "Keep the constraint, and leave the reasons out." },
  vague_note: {
    severity: "warning",
    hint: "Name the thing that it is about, and how to tell: a file, a name, a figure, a condition.",
  },
  too_many_dependencies: {
    severity: "error",
    hint: "Keep the files that have to be read, or divide the task.",
  },
  dependency_is_glob: {
    severity: "error",
    hint: "Name the files that the agent has to read, one an entry.",
  },
  dependency_is_directory: { severity: "error", hint: "Name the files in it that the agent has to read." },
  dependency_is_absolute: {
    severity: "warning",
    hint: "Write it relative to the project's root: it is shorter, and holds on every machine.",
  },
  too_many_test_requirements: {
    severity: "error",
    hint: "Keep the most important requirements, or divide the task.",
  },
  token_budget_out_of_range: {
    severity: "error",
    hint: "Divide a task that needs more, and join one that needs less with another.",
  },
  bad_deadline: { severity: "error", hint: "Write it like 2026-01-31 or 2026-01-31T10:30:00Z." },
  implementation_in_interface: {
    severity: "error",
    hint: "Pass the declaration alone; what the agent has to see of the code is a dependency.",
  },
  handoff_over_target: {
    severity: "warning",
    hint: "Compress it (`baton task compress`), or leave out interfaces that the task does without.",
  },
  repeated_context: {
    severity: "warning",
    hint: "Leave it out, unless the receiver has begun anew since.",
  },
  response_status_mismatch: {
    severity: "error",
    hint: "Say in errors or blockers what stood in the way, or correct the status.",
  },
  unknown_task: { severity: "error", hint: "Answer with the taskId of the handoff, letter by letter." },
  token_overrun: { severity: "warning", hint: "Divide tasks of this kind, or give them more." },
} as const satisfies Record<string, FindingKind>;

export type TaskFindingCode = keyof typeof TASK_FINDINGS;

/** Creates a finding about a part of a task handoff or response. */
export const taskFinding = findingMaker(TASK_FINDINGS);
