import { CONTENT_RULE_FINDING } from "../content/check-document";
import { type FindingKind, findingMaker } from "../finding";

/** All codes of a context summary with severity and hint. `docs/findings.md` explains them. */
export const COMPACTION_FINDINGS = {
  over_budget: {
    severity: "error",
    hint: "Keep only what the next phase acts on. `baton compact summary` does this.",
  },
  contains_search_query: { severity: "error", hint: "State the result, not the search that led to it." },
  contains_file_contents: {
    severity: "error",
    hint: "Name the file and the line. The next agent can read it when needed.",
  },
  not_bulleted: { severity: "error", hint: "Write one bullet per fact." },
  not_actionable: {
    severity: "warning",
    hint: "State the consequence for the next phase, or delete the line.",
  },
  content_rule: CONTENT_RULE_FINDING,
  missing_essential_state: {
    severity: "error",
    hint: "Pass task_id, feature and spec_path with every summary.",
  },
} as const satisfies Record<string, FindingKind>;

export type CompactionFindingCode = keyof typeof COMPACTION_FINDINGS;

/** Creates a finding about a part of a context summary. */
export const compactionFinding = findingMaker(COMPACTION_FINDINGS);
