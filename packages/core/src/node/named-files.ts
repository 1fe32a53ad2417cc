import { leavesFolder } from "../manifest/leaves-folder";
import type { FileOnDisk, ManifestFiles, NamedFiles } from "../manifest/manifest-files";
import type { ManifestView } from "../manifest/manifest-view";
import { compileGlob, type GlobBudget, isPattern } from "../manifest/match-glob";
import type { SecretFinder } from "../secret-finder";
import { countTokens } from "../tokens/count-tokens";
import { type ContainedFolder, MAX_FILE_BYTES } from "./contained-folder";
import { decodeText, MANIFEST_FILES } from "./manifest-document";

/**
 * A manifest is validated again after each change of a file below it, and counts all files: about five
 * seconds. The required reading is also searched for secrets, which takes longer, and does not fit into a
 * context if it is larger.
 */
const MAX_BYTES = { required: 8 * 1024 * 1024, optional: 32 * 1024 * 1024 };

/** Limit of files found by patterns; a file found by several patterns counts for each. */
const MAX_FOUND = 20_000;
/** Limit of search steps, about two seconds: forty patterns in a folder of ten thousand files. */
const MAX_STEPS = 80_000_000;
/**
 * Time limits of reading, enough for about ten thousand files: a link can lead through forty others, and each
 * of these through a thousand folders. No single file takes longer than the second limit unless the process
 * is busy.
 */
const [MAX_MILLISECONDS, MAX_OF_ONE] = [10_000, 500];

type Need = "required" | "optional";

export interface NamedFilesOptions {
  readonly secretFinder?: SecretFinder;
  /** Counts the tokens of a file (`cl100k_base`); immediately in this thread by default. */
  readonly count?: (text: string) => number | Promise<number>;
  /** Receives the text of each file that is counted: required reading first, then optional and detail files. */
  readonly onText?: (path: string, text: string) => void;
}

/** Finds and counts the files that a manifest names, each once. Reads nothing outside of its folder. */
export class NamedFileReader {
  readonly #folder: ContainedFolder;
  readonly #options: NamedFilesOptions;
  readonly #read = new Map<string, FileOnDisk>();
  #listing: string[] | null = null;
  readonly #budget: GlobBudget = { steps: MAX_STEPS };
  readonly #bytesLeft = { ...MAX_BYTES };
  #filesLeft = MAX_FOUND;
  #millisecondsLeft = MAX_MILLISECONDS;

  constructor(folder: ContainedFolder, options: NamedFilesOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /**
   * Finds all files, but does not count those of more than 8 MiB, nor those beyond 8 MiB of required reading
   * and 32 MiB of others. Patterns stop after 20,000 files or 80 million compared characters together, and
   * reading stops after ten seconds.
   */
  async readAll(view: ManifestView): Promise<Omit<ManifestFiles, "directory">> {
    return {
      requiredReading: await this.#readList(
        view.required_reading.map((item) => item?.file ?? null),
        "required",
      ),
      optionalContext: await this.#readList(
        view.optional_context.map((item) => item?.file ?? null),
        "optional",
      ),
      detailFiles: await this.#readList(view.detail_files, "optional"),
    };
  }

  async #readList(names: readonly (string | null)[], need: Need): Promise<(NamedFiles | null)[]> {
    const entries: (NamedFiles | null)[] = [];
    for (const name of names) {
      entries.push(name === null ? null : await this.#readEntry(name, need));
    }
    return entries;
  }

  /**
   * A name of an existing file is that file, even if it looks like a pattern. Required files are named one by
   * one.
   */
  async #readEntry(name: string, need: Need): Promise<NamedFiles> {
    const file = await this.#readFile(name, need);
    const isFound = file.state === "counted" || file.state === "uncounted" || file.state === "outside";
    if (isFound || need === "required") return { name, isPattern: false, files: [file] };
    if (isPattern(name)) return { name, isPattern: true, files: await this.#readMatches(name) };
    const inFolder = await this.#readMatches(`${name}/`);
    return inFolder.length > 0
      ? { name, isPattern: true, files: inFolder }
      : { name, isPattern: false, files: [file] };
  }

  async #readMatches(pattern: string): Promise<FileOnDisk[]> {
    this.#listing ??= (await this.#folder.list()).filter((path) => !MANIFEST_FILES.includes(path));
    const matches = compileGlob(pattern, this.#budget);
    const paths = this.#listing.filter(matches);
    if (this.#budget.steps <= 0 || paths.length > this.#filesLeft) {
      const reason = "this pattern and those before it match too many files";
      return [{ path: pattern, state: "unavailable", reason }];
    }
    this.#filesLeft -= paths.length;
    const files: FileOnDisk[] = [];
    for (const path of paths) files.push(await this.#readFile(path, "optional"));
    return files;
  }

  async #readFile(name: string, need: Need): Promise<FileOnDisk> {
    const known = this.#read.get(name);
    if (known) return known;
    const file = await this.#readNew(name, need);
    this.#read.set(name, file);
    return file;
  }

  async #readNew(name: string, need: Need): Promise<FileOnDisk> {
    if (leavesFolder(name))
      return { path: name, state: "outside", reason: "the path leads out of the folder" };
    if (this.#millisecondsLeft <= 0) {
      return { path: name, state: "unavailable", reason: "finding the files before it took too long" };
    }
    const start = performance.now();
    const file = await this.#folder.read(name, Math.min(MAX_FILE_BYTES, this.#bytesLeft[need]));
    this.#millisecondsLeft -= Math.min(MAX_OF_ONE, performance.now() - start);
    switch (file.state) {
      case "read":
        return this.#count(file.path, file.bytes, need);
      case "too_large":
        return { path: file.path, state: "uncounted", cause: "too_large", bytes: file.size };
      case "outside":
        return { path: name, state: "outside", reason: file.reason };
      case "missing":
        return { path: name, state: "unavailable", reason: "the file does not exist" };
      case "not_a_file":
        return { path: name, state: "unavailable", reason: `it is ${file.kind} and not a file` };
      case "unreadable":
        return { path: name, state: "unavailable", reason: file.reason };
    }
  }

  async #count(path: string, content: Uint8Array, need: Need): Promise<FileOnDisk> {
    const bytes = content.byteLength;
    this.#bytesLeft[need] -= bytes;
    const text = decodeText(content);
    if (text === null) return { path, state: "uncounted", cause: "not_text", bytes };
    const { secretFinder, count = countTokens, onText } = this.#options;
    onText?.(path, text);
    const secrets = need === "required" ? (secretFinder?.findSecrets(text) ?? []) : [];
    const secretKinds = [...new Set(secrets.map(({ kind }) => kind))].sort();
    return { path, state: "counted", bytes, tokens: await count(text), secretKinds };
  }
}
