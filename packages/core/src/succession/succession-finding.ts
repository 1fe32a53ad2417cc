import { type FindingKind, findingMaker } from "../finding";

/** All codes of a handoff document with severity and hint. `docs/findings.md` explains them. */
export const HANDOFF_DOCUMENT_FINDINGS = {
  placeholder: { severity: "error", hint: "Write what the template asks for, or remove the line." },
  missing_section: {
    severity: "error",
    hint: 'Add the heading and what a successor has to know; "None." where there is nothing.',
  },
  several_next_actions: {
    severity: "warning",
    hint: "Name the first step alone; a successor finds the others in the progress file or the plan.",
  },
  too_much_context: {
    severity: "warning",
    hint: "Keep what the next action cannot do without, and name the document that holds the rest.",
  },
  secret_found: {
    severity: "error",
    hint: "Remove it, say where a successor gets it, and replace the secret: it has been written to a file.",
  },
  referenced_file_missing: {
    severity: "error",
    hint: "Write the file's path from the project's root, or say that the file is gone.",
  },
  too_long: {
    severity: "warning",
    hint: "Keep what a successor needs to begin, and name files for the rest.",
  },
  low_quality: { severity: "error", hint: "Mend what gives the most points first." },
  malformed_front_matter: {
    severity: "warning",
    hint: "Write one `key: text` a line between two lines of `---`; quote a text that holds a colon.",
  },
  dead_predecessor: {
    severity: "error",
    hint: "Correct `predecessor` in its front matter, or remove it where the chain begins here.",
  },
  handoff_cycle: { severity: "error", hint: "Remove `predecessor` from the oldest of them." },
} as const satisfies Record<string, FindingKind>;

/** All codes of the files next to it: progress of a phase, and feature list. */
export const PROGRESS_FINDINGS = {
  malformed_progress: {
    severity: "error",
    hint: "Write `phase` and `objectives`, each with `id`, `description` and `status`.",
  },
  objective_removed: {
    severity: "error",
    hint: "Leave it, and say in its note why nothing more is done about it.",
  },
  objective_changed: {
    severity: "error",
    hint: "Leave its description as it was; add an objective where there is something new to do.",
  },
  approach_removed: {
    severity: "error",
    hint: "Leave what was tried, so that nobody tries it again, and add to its end.",
  },
  malformed_feature_list: {
    severity: "error",
    hint: "Write a list of objects, each with `description` and `passes`.",
  },
} as const satisfies Record<string, FindingKind>;

const FINDINGS = { ...HANDOFF_DOCUMENT_FINDINGS, ...PROGRESS_FINDINGS };
export type SuccessionFindingCode = keyof typeof FINDINGS;

/** Creates a finding about a part of a handoff document or of the files next to it. */
export const successionFinding = findingMaker(FINDINGS);
