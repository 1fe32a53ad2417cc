import { type BudgetLimits, DEFAULT_BUDGET_LIMITS } from "../budget/limits";
import { type Finding, sortWorstFindings } from "../finding";
import { ScopingError } from "../scoping/scoping-error";
import type { SecretFinder } from "../secret-finder";
import type { Check, CheckContext } from "./checks/check";
import { checkAgent, checkCompleteness, checkSentences } from "./checks/content";
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
];

export interface ManifestValidation {
  readonly limits?: BudgetLimits;
  /** Agents that are known; those of {@link DEFAULT_AGENT_REGISTRY} where none are given. */
  readonly agents?: Iterable<string>;
  /** What the manifest names, as it was found on disk; without it, files are judged by their names alone. */
  readonly files?: ManifestFiles;
  /** Without it no secret is found. */
  readonly secretFinder?: SecretFinder;
  /**
   * Places of `dependencies_satisfied` that no earlier manifest meets
   * (`resolveDependencies`); without it none is judged.
   */
  readonly unresolved?: Iterable<number>;
}

/**
 * Finds all that is wrong with a manifest, by the codes that
 * `docs/findings.md` lists. One fault hides no other.
 *
 * @param document parsed from JSON, a manifest or not; never changed.
 * @returns findings sorted by path, then code, no two alike. An error among them
 *   means that the manifest cannot be relied on.
 */
export function validateManifest(document: unknown, validation: ManifestValidation = {}): Finding[] {
  const sizes = measureOrNull(document, validation.files);
  if (sizes === null)
    return [manifestFinding("manifest_too_large", [], "the manifest is too large to be counted")];
  const context = contextOf(document, sizes, validation);
  return sortWorstFindings(CHECKS.flatMap((check) => check(context)));
}

function contextOf(document: unknown, sizes: ManifestSizes, validation: ManifestValidation): CheckContext {
  const { limits, agents, files, secretFinder, unresolved } = validation;
  return {
    document,
    view: viewManifest(document),
    limits: limits ?? DEFAULT_BUDGET_LIMITS,
    agents: new Set(agents ?? DEFAULT_AGENT_REGISTRY),
    sizes,
    files: files ?? null,
    secretFinder: secretFinder ?? null,
    unresolved: unresolved ? new Set(unresolved) : null,
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
 * How large a manifest is, and what it names, in tokens (`cl100k_base`).
 *
 * @throws ScopingError where the document is some thousand levels deep
 *   and has more than 5,000,000 pieces as well.
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
