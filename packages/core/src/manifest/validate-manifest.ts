import { type BudgetLimits, DEFAULT_BUDGET_LIMITS } from "../budget/limits";
import { type Finding, sortWorstFindings } from "../finding";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { ScopingError } from "../scoping/scoping-error";
import type { SecretFinder } from "../secret-finder";
import type { Check, CheckContext } from "./checks/check";
import { checkAgent, checkCompleteness, checkSentences } from "./checks/content";
import { checkContentRules } from "./checks/content-rules";
import { checkDependencies } from "./checks/dependencies";
import { checkDirectory, checkFiles } from "./checks/files";
import { checkKeys, checkSchema } from "./checks/form";
import { checkSecrets } from "./checks/secrets";
import { checkBudget, checkCompression, checkSizes } from "./checks/sizes";
import type { ManifestSizes } from "./compression";
import { DEFAULT_AGENT_REGISTRY, manifestTokens } from "./manifest";
import { type ManifestFiles, sumTokens } from "./manifest-files";
import { manifestFinding } from "./manifest-finding";
import { viewManifest } from "./manifest-view";

const CHECKS: readonly Check[] = [
  checkSchema,
  checkKeys,
  checkAgent,
  checkCompleteness,
  checkSentences,
  checkSizes,
  checkBudget,
  checkCompression,
  checkDependencies,
  checkDirectory,
  checkFiles,
  checkSecrets,
  checkContentRules,
];

export interface ManifestValidation {
  readonly limits?: BudgetLimits;
  /** Known agents; {@link DEFAULT_AGENT_REGISTRY} by default. */
  readonly agents?: Iterable<string>;
  /** The named files as found on disk; without it, only their names are checked. */
  readonly files?: ManifestFiles;
  /** Without it, secrets are not checked. */
  readonly secretFinder?: SecretFinder;
  /**
   * Positions in `dependencies_satisfied` without an earlier manifest (`resolveDependencies`); without it,
   * dependencies are not checked.
   */
  readonly unresolved?: Iterable<number>;
  /** Policy whose content rules hold for the manifest, compiled with detectors; without it, none do. */
  readonly contentPolicy?: CompiledPolicy;
}

/**
 * Validates a manifest, with the codes in `docs/findings.md`. One error hides no other.
 *
 * @param document parsed JSON of any kind; never changed.
 * @returns findings sorted by path, then code, without duplicates. With an error, the manifest cannot be
 * relied on.
 */
export function validateManifest(document: unknown, validation: ManifestValidation = {}): Finding[] {
  const sizes = measureOrNull(document, validation.files);
  if (sizes === null)
    return [manifestFinding("manifest_too_large", [], "the manifest is too large to be counted")];
  const context = contextOf(document, sizes, validation);
  return sortWorstFindings(CHECKS.flatMap((check) => check(context)));
}

function contextOf(document: unknown, sizes: ManifestSizes, validation: ManifestValidation): CheckContext {
  const { limits, agents, files, secretFinder, unresolved, contentPolicy } = validation;
  return {
    document,
    view: viewManifest(document),
    limits: limits ?? DEFAULT_BUDGET_LIMITS,
    agents: new Set(agents ?? DEFAULT_AGENT_REGISTRY),
    sizes,
    files: files ?? null,
    secretFinder: secretFinder ?? null,
    unresolved: unresolved ? new Set(unresolved) : null,
    contentPolicy: contentPolicy ?? null,
  };
}

function measureOrNull(document: unknown, files: ManifestFiles | undefined): ManifestSizes | null {
  try {
    return measureManifest(document, files);
  } catch (error) {
    if (error instanceof ScopingError) return null;
    throw error;
  }
}

/**
 * Returns the sizes of a manifest and its named files in tokens (`cl100k_base`).
 *
 * @throws ScopingError if the document is some thousand levels deep and has more than 5,000,000 pieces.
 */
export function measureManifest(document: unknown, files?: ManifestFiles): ManifestSizes {
  const areFilesKnown = files?.directory === "manifest_folder";
  const details = sumTokens(files?.detailFiles ?? []);
  return {
    manifestTokens: manifestTokens(document),
    requiredReadingTokens: areFilesKnown ? sumTokens(files.requiredReading).tokens : null,
    detailTokens: areFilesKnown && details.isWhole ? details.tokens : null,
  };
}
