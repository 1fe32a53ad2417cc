import { CONTENT_RULE_FINDING } from "../content/check-document";
import { type FindingKind, findingMaker } from "../finding";

/** All codes of a manifest with severity and hint. `docs/findings.md` explains them. */
const MANIFEST_FINDINGS = {
  schema: { severity: "error", hint: "Follow docs/schemas/handoff-manifest.schema.json." },
  unknown_key: {
    severity: "warning",
    hint: "Check the spelling. Baton keeps an unknown key and ignores it.",
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
    hint: "Require fewer or shorter files. List files to read on demand in optional_context.",
  },
  handoff_too_large: { severity: "error", hint: "Shorten the manifest or its required reading." },
  budget_mismatch: {
    severity: "warning",
    hint: "Omit context_budget, or save the manifest with Baton, which calculates it.",
  },
  missing_summary: { severity: "error", hint: "Write what the next agent must know in summary." },
  missing_key_insights: { severity: "error", hint: "List up to 5 insights in summary.key_insights." },
  missing_constraints: {
    severity: "error",
    hint: "List up to 5 constraints that a plan must respect in summary.constraints.",
  },
  missing_strategy: {
    severity: "error",
    hint: "Describe the approach in summary.strategy, in one sentence.",
  },
  missing_key_decisions: {
    severity: "error",
    hint: "List up to 5 decisions in key_decisions, each with its rationale.",
  },
  missing_files_created: { severity: "error", hint: "List the created files in files_created." },
  missing_dependencies: {
    severity: "error",
    hint: "List the requirements of the plan that you met in dependencies_satisfied, as `agent: requirement`.",
  },
  dependency_format: {
    severity: "error",
    hint: "Write `agent: requirement`, such as `backend-architect: all routes exist`.",
  },
  unresolved_dependency: {
    severity: "warning",
    hint: "Use the from_agent of an earlier manifest.",
  },
  artifacts_directory_missing: {
    severity: "error",
    hint: "Enter the folder of manifest.json, below the project's root.",
  },
  required_file_missing: {
    severity: "error",
    hint: "Write the file or remove it from required_reading. The next agent cannot start without it.",
  },
  detail_file_missing: { severity: "error", hint: "Write the file or remove it from the list." },
  path_escapes_directory: {
    severity: "error",
    hint: "List files inside the folder of manifest.json, relative to it. Baton opens no others.",
  },
  low_compression: {
    severity: "warning",
    hint: "Shorten the summary to what the next agent needs; the rest can be read on demand.",
  },
  secret_found: {
    severity: "error",
    hint: "Remove the secret here and from every copy, then replace it.",
  },
  content_rule: CONTENT_RULE_FINDING,
} as const satisfies Record<string, FindingKind>;

export type ManifestFindingCode = keyof typeof MANIFEST_FINDINGS;

export const MANIFEST_FINDING_CODES: readonly ManifestFindingCode[] =
  Object.keys(MANIFEST_FINDINGS).filter(isCode);

/** Creates a finding about a part of a manifest. */
export const manifestFinding = findingMaker(MANIFEST_FINDINGS);

function isCode(name: string): name is ManifestFindingCode {
  return Object.hasOwn(MANIFEST_FINDINGS, name);
}
