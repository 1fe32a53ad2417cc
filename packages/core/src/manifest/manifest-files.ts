/** One file on disk that a manifest names. */
export type FileOnDisk = {
  /** As named, or as found by a pattern, below the manifest's folder. */
  readonly path: string;
} & (
  | {
      readonly state: "counted";
      readonly bytes: number;
      /** `cl100k_base`. */
      readonly tokens: number;
      /** Kinds of secrets in it, by the scanner's names. Empty if not checked. */
      readonly secretKinds: readonly string[];
    }
  /** Exists, but is larger than Baton reads, or not UTF-8 text. */
  | { readonly state: "uncounted"; readonly cause: "too_large" | "not_text"; readonly bytes: number }
  /** Leads out of the folder, and was not opened. */
  | { readonly state: "outside"; readonly reason: string }
  /** Does not exist, is not a file, or is unreadable. */
  | { readonly state: "unavailable"; readonly reason: string }
);

/** Files of an entry of `required_reading`, `optional_context` or `detail_files`. */
export interface NamedFiles {
  /** As in the manifest. */
  readonly name: string;
  /** True if it can match any number of files: a glob or a folder. */
  readonly isPattern: boolean;
  /** Exactly one if it is not a pattern. */
  readonly files: readonly FileOnDisk[];
}

/**
 * Files that a manifest names, as found on disk, in the manifest's order; null for an entry without a name.
 */
export interface ManifestFiles {
  /** Target of `artifacts_directory`. Files are only opened if it is the folder of `manifest.json`. */
  readonly directory: "manifest_folder" | "elsewhere" | "missing";
  readonly requiredReading: readonly (NamedFiles | null)[];
  readonly optionalContext: readonly (NamedFiles | null)[];
  readonly detailFiles: readonly (NamedFiles | null)[];
}

/**
 * Sums the tokens of all files of a list, each once.
 *
 * @returns `tokens` of the counted files; `isWhole`: true if all could be counted.
 */
export function sumTokens(entries: readonly (NamedFiles | null)[]): { tokens: number; isWhole: boolean } {
  const sizes = new Map<string, number>();
  let isWhole = true;
  for (const file of entries.flatMap((entry) => entry?.files ?? [])) {
    if (file.state === "counted") sizes.set(file.path, file.tokens);
    else isWhole = false;
  }
  return { tokens: [...sizes.values()].reduce((sum, tokens) => sum + tokens, 0), isWhole };
}
