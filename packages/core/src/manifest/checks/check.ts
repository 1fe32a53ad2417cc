import type { BudgetLimits } from "../../budget/limits";
import type { Finding } from "../../finding";
import type { SecretFinder } from "../../secret-finder";
import type { ManifestSizes } from "../compression";
import type { ManifestFiles } from "../manifest-files";
import type { ManifestView } from "../manifest-view";

/** What every check is given. */
export interface CheckContext {
  /** Parsed from JSON. */
  readonly document: unknown;
  /** What of it can be read, whatever is wrong with the rest. */
  readonly view: ManifestView;
  readonly limits: BudgetLimits;
  readonly agents: ReadonlySet<string>;
  readonly sizes: ManifestSizes;
  /** Null where nobody looked at the disk. */
  readonly files: ManifestFiles | null;
  readonly secretFinder: SecretFinder | null;
  /** Places of the dependencies that no earlier manifest meets; null where the earlier ones are not known. */
  readonly unresolved: ReadonlySet<number> | null;
}

/** Judges one thing about a manifest. */
export type Check = (context: CheckContext) => Finding[];

/** A size as it stands in a message: 1,370 tokens. */
export function formatTokens(tokens: number): string {
  return `${tokens.toLocaleString("en")} ${tokens === 1 ? "token" : "tokens"}`;
}
