import { mkdir, readdir, realpath, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { type FileFact, isYamlArtifact } from "@baton/core/manifest";
import { CommandError, misuse } from "../../command-error";
import { explainReadError, readTextInput, STANDARD_INPUT } from "../../input";

/** Contents of the files and folders on the command line. */
export interface GivenArtifact {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Facts about the work files; empty if there are only documents. */
  readonly tree: readonly FileFact[];
  /** Absolute real path of the folder that contains all files; null if they share no folder. */
  readonly folder: string | null;
  /** Files that are not text. */
  readonly skipped: readonly string[];
}

/** Files of an earlier compression, which are not part of the artifact. */
const OWN_FILES = new Set(["manifest.json", "manifest.sources.json"]);
const MARKDOWN = /\.(?:md|markdown|mdx)$/i;

/** Name for piped text. */
const PIPED_NAME = "artifact.md";

/**
 * Reads files and folders, including everything below them except hidden folders, `node_modules` and links.
 *
 * @throws CommandError if a path cannot be read, or two files would have the same name.
 */
export async function readArtifact(paths: readonly string[]): Promise<GivenArtifact> {
  const files: { path: string; text: string }[] = [];
  const names = new Set<string>();
  const folders = new Set<string>();
  const skipped: string[] = [];
  const add = async (path: string, name: string, isNamed: boolean) => {
    const text = await readTextInput(path).then(
      (input) => input.text,
      (error: unknown) => {
        if (isNamed || !(error instanceof CommandError)) throw error;
        skipped.push(name);
        return null;
      },
    );
    if (text === null) return;
    if (names.has(name)) throw misuse(`Two files would have the name ${name}. Pass their folder instead.`);
    names.add(name);
    files.push({ path: name, text });
  };
  for (const path of paths) {
    if (path === STANDARD_INPUT) {
      await add(path, PIPED_NAME, true);
      folders.add("");
      continue;
    }
    const place = await locate(path);
    const folder = place.isFolder ? place.path : dirname(place.path);
    folders.add(folder);
    const found = place.isFolder ? await listFiles(folder) : [place.path];
    for (const file of found)
      await add(file, place.isFolder ? relative(folder, file) : basename(file), !place.isFolder);
  }
  if (files.length === 0)
    throw new CommandError("No text files found. Pass a text file or a folder with text files.");
  const [folder] = folders.size === 1 ? folders : [];
  return {
    files,
    tree: readTree(files),
    folder: folder === undefined || folder === "" ? null : folder,
    skipped,
  };
}

async function locate(path: string): Promise<{ path: string; isFolder: boolean }> {
  try {
    const real = await realpath(path);
    return { path: real, isFolder: (await stat(real)).isDirectory() };
  } catch (error) {
    throw explainReadError(error, path);
  }
}

/**
 * @param files receives the files of the folder. Spreading the result of each call would exceed the argument
 *   limit.
 */
async function listFiles(folder: string, files: string[] = []): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await listFiles(path, files);
    else if (entry.isFile() && !OWN_FILES.has(entry.name)) files.push(path);
  }
  return files;
}

/** Lists all files, or none if all are documents. */
function readTree(files: GivenArtifact["files"]): FileFact[] {
  if (files.every((file) => MARKDOWN.test(file.path) || isYamlArtifact(file))) return [];
  return files.map(({ path, text }) => ({ path, change: "created", lines: countLines(text) }));
}

function countLines(text: string): number {
  const ends = text.split("\n").length - 1;
  return text === "" || text.endsWith("\n") ? ends : ends + 1;
}

/** Writes the texts into a folder, so that a manifest can reference them. */
export async function copyFiles({ files }: GivenArtifact, folder: string): Promise<void> {
  for (const { path, text } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}
