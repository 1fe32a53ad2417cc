/** One file on disk that a manifest names. */
export type FileOnDisk = {
  /** As it is named, or as a pattern found it, below the folder of the manifest. */
  readonly path: string;
} & (
  | {
      readonly state: "counted";
      readonly bytes: number;
      /** `cl100k_base`. */
      readonly tokens: number;
      /** What secrets it holds, as the scanner calls them. Empty where nobody looked. */
      readonly secretKinds: readonly string[];
    }
  /** It is there, but larger than Baton reads, or no text in UTF-8. */
  | { readonly state: "uncounted"; readonly cause: "too_large" | "not_text"; readonly bytes: number }
  /** It leads out of the folder, and was not opened. */
  | { readonly state: "outside"; readonly reason: string }
  /** It does not exist, is no file, or may not be read. */
  | { readonly state: "unavailable"; readonly reason: string }
);

/** What an entry of `required_reading`, `optional_context` or `detail_files` came to. */
export interface NamedFiles {
  /** As the manifest has it. */
  readonly name: string;
  /** Whether it stands for any number of files: a glob, or a folder. */
  readonly isPattern: boolean;
  /** Exactly one where it is no pattern. */
  readonly files: readonly FileOnDisk[];
}

/**
 * What a manifest names, as it was found on disk; lists are in the
 * manifest's order, null where an entry names nothing.
 */
export interface ManifestFiles {
  /**
   * Where `artifacts_directory` leads. Anywhere but to the folder in
   * which `manifest.json` lies, no file is opened.
   */
  readonly directory: "manifest_folder" | "elsewhere" | "missing";
  readonly requiredReading: readonly (NamedFiles | null)[];
  readonly optionalContext: readonly (NamedFiles | null)[];
  readonly detailFiles: readonly (NamedFiles | null)[];
}

/**
 * The tokens of all files of a list, each once.
 *
 * @returns `tokens`: of what was counted. `isWhole`: whether there is nothing that could not be.
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
