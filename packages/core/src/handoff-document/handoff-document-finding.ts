import { CONTENT_RULE_FINDING } from "../content/check-document";
import { type FindingKind, findingMaker } from "../finding";

/** All codes of a handoff document with severity and hint. `docs/findings.md` explains them. */
export const HANDOFF_DOCUMENT_FINDINGS = {
  placeholder: { severity: "error", hint: "Replace the placeholder, or remove the line." },
  missing_section: {
    severity: "error",
    hint: 'Add the heading and what a successor must know, or "None." if there is nothing.',
  },
  several_next_actions: {
    severity: "warning",
    hint: "Name only the first step. A successor finds the others in the progress file or the plan.",
  },
  too_much_context: {
    severity: "warning",
    hint: "Keep what the next action needs, and name the document with the rest.",
  },
  secret_found: {
    severity: "error",
    hint: "Remove it and name a safe source for it. Then rotate the secret, because it was written to a file.",
  },
  content_rule: CONTENT_RULE_FINDING,
  referenced_file_missing: {
    severity: "error",
    hint: "Write the file's path from the project's root, or write that the file was deleted.",
  },
  too_long: {
    severity: "warning",
    hint: "Keep what a successor needs to start, and name files for the rest.",
  },
  low_quality: { severity: "error", hint: "Fix the parts that give the most points first." },
  malformed_front_matter: {
    severity: "warning",
    hint: "Write one `key: text` per line between two lines of `---`. Quote texts that contain a colon.",
  },
  dead_predecessor: {
    severity: "error",
    hint: "Correct `predecessor` in its front matter, or remove it if this is the first document.",
  },
  handoff_cycle: { severity: "error", hint: "Remove `predecessor` from the oldest document." },
} as const satisfies Record<string, FindingKind>;

/** All codes of the files next to it: progress of a phase, and feature list. */
export const PROGRESS_FINDINGS = {
  malformed_progress: {
    severity: "error",
    hint: "Write `phase` and `objectives`, each with `id`, `description` and `status`.",
  },
  objective_removed: {
    severity: "error",
    hint: "Keep it, and explain in its note why work on it stopped.",
  },
  objective_changed: {
    severity: "error",
    hint: "Keep its description. Add an objective for new work.",
  },
  approach_removed: {
    severity: "error",
    hint: "Keep earlier attempts, so that no successor repeats them, and append new ones.",
  },
  malformed_feature_list: {
    severity: "error",
    hint: "Write a list of objects, each with `description` and `passes`.",
  },
} as const satisfies Record<string, FindingKind>;

const FINDINGS = { ...HANDOFF_DOCUMENT_FINDINGS, ...PROGRESS_FINDINGS };
export type HandoffDocumentFindingCode = keyof typeof FINDINGS;

/** Creates a finding about a part of a handoff document or of the files next to it. */
export const handoffDocumentFinding = findingMaker(FINDINGS);
