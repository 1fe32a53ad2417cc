import { type FindingKind, findingMaker } from "../finding";

/** All codes of a context summary with severity and hint. `docs/findings.md` explains them. */
export const COMPACTION_FINDINGS = {
  over_budget: {
    severity: "error",
    hint: "Keep what the next phase acts on; `baton compact summary` does so.",
  },
  contains_search_query: { severity: "error", hint: "Say what was found; how it was found helps nobody." },
  contains_file_contents: {
    severity: "error",
    hint: "Name the file and the place in it; the next agent reads it where it has to.",
  },
  not_bulleted: { severity: "error", hint: "Write a bullet for each thing that is to be known." },
  not_actionable: {
    severity: "warning",
    hint: "Say what it means for the next phase, or leave it out.",
  },
  missing_essential_state: {
    severity: "error",
    hint: "Hand on task_id, feature and spec_path with every summary.",
  },
} as const satisfies Record<string, FindingKind>;

export type CompactionFindingCode = keyof typeof COMPACTION_FINDINGS;

/** Creates a finding about a part of a context summary. */
export const compactionFinding = findingMaker(COMPACTION_FINDINGS);
