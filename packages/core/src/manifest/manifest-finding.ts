import { type FindingKind, findingMaker } from "../finding";

/** All codes of a manifest with severity and hint. `docs/findings.md` explains them. */
const MANIFEST_FINDINGS = {
  schema: { severity: "error", hint: "Write it as docs/schemas/handoff-manifest.schema.json has it." },
  unknown_key: {
    severity: "warning",
    hint: "Check the spelling; an unknown key is kept, and no check reads it.",
  },
  unknown_agent: { severity: "warning", hint: "Correct the name, or add the agent to the registry." },
  manifest_too_large: {
    severity: "error",
    hint: "Shorten the summary, or move details to a file of the artifacts directory.",
  },
  manifest_near_limit: {
    severity: "warning",
    hint: "Move details to a file of the artifacts directory before it is too large.",
  },
  required_reading_too_large: {
    severity: "error",
    hint: "Require less, or a shorter file; what may be read on demand belongs in optional_context.",
  },
  handoff_too_large: { severity: "error", hint: "Shorten the manifest or its required reading." },
  budget_mismatch: {
    severity: "warning",
    hint: "Leave context_budget out, or save the manifest with Baton, which works it out.",
  },
  missing_summary: { severity: "error", hint: "Say in summary what the next agent has to know." },
  missing_key_insights: { severity: "error", hint: "List up to 5 insights in summary.key_insights." },
  missing_constraints: {
    severity: "error",
    hint: "List up to 5 constraints in summary.constraints: what a plan must not break.",
  },
  missing_strategy: {
    severity: "error",
    hint: "Say in one sentence, in summary.strategy, how it is to be done.",
  },
  missing_key_decisions: {
    severity: "error",
    hint: "List up to 5 decisions in key_decisions, each with its rationale.",
  },
  missing_files_created: { severity: "error", hint: "List in files_created what was written." },
  missing_dependencies: {
    severity: "error",
    hint: "Name in dependencies_satisfied what of the plan was met, as `agent: requirement`.",
  },
  dependency_format: {
    severity: "error",
    hint: "Write `agent: requirement`, such as `backend-architect: all routes exist`.",
  },
  unresolved_dependency: {
    severity: "warning",
    hint: "Name the agent of an earlier manifest, as its from_agent has it.",
  },
  artifacts_directory_missing: {
    severity: "error",
    hint: "Name the folder in which manifest.json lies, below the project's root.",
  },
  required_file_missing: {
    severity: "error",
    hint: "Write the file, or take it off required_reading: the next agent cannot begin without it.",
  },
  detail_file_missing: { severity: "error", hint: "Write the file, or take it off the list." },
  path_escapes_directory: {
    severity: "error",
    hint: "Name files that lie in the folder of manifest.json, relative to it. Nothing else is opened.",
  },
  low_compression: {
    severity: "warning",
    hint: "Shorten the summary to what the next agent needs; the rest can be read on demand.",
  },
  secret_found: {
    severity: "error",
    hint: "Remove the secret here and wherever it was copied, and replace it.",
  },
} as const satisfies Record<string, FindingKind>;

export type ManifestFindingCode = keyof typeof MANIFEST_FINDINGS;

export const MANIFEST_FINDING_CODES: readonly ManifestFindingCode[] =
  Object.keys(MANIFEST_FINDINGS).filter(isCode);

/** Creates a finding about a part of a manifest. */
export const manifestFinding = findingMaker(MANIFEST_FINDINGS);

function isCode(name: string): name is ManifestFindingCode {
  return Object.hasOwn(MANIFEST_FINDINGS, name);
}
