import type { BudgetLimits } from "../../budget/limits";
import { countOf } from "../../count-of";
import type { Finding } from "../../finding";
import type { CompiledPolicy } from "../../scoping/compile-policy";
import type { SecretFinder } from "../../secret-finder";
import type { ManifestSizes } from "../compression";
import type { ManifestFiles } from "../manifest-files";
import type { ManifestView } from "../manifest-view";

/** Input of every check. */
export interface CheckContext {
  /** Parsed from JSON. */
  readonly document: unknown;
  /** The readable parts, even if others are invalid. */
  readonly view: ManifestView;
  readonly limits: BudgetLimits;
  readonly agents: ReadonlySet<string>;
  readonly sizes: ManifestSizes;
  /** Null if the files were not checked. */
  readonly files: ManifestFiles | null;
  readonly secretFinder: SecretFinder | null;
  /** Positions of dependencies that no earlier manifest satisfies; null if earlier ones are unknown. */
  readonly unresolved: ReadonlySet<number> | null;
  /** Null if no content rules hold. */
  readonly contentPolicy: CompiledPolicy | null;
}

/** Checks one aspect of a manifest. */
export type Check = (context: CheckContext) => Finding[];

/** Formats a size for a message: 1,370 tokens. */
export function formatTokens(tokens: number): string {
  return countOf(tokens, "token");
}
