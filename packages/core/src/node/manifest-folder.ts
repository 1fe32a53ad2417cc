import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { BudgetLimits } from "../budget/limits";
import type { Finding } from "../finding";
import type { ManifestSizes } from "../manifest/compression";
import { leavesFolder } from "../manifest/leaves-folder";
import type { ArtifactType } from "../manifest/manifest";
import type { ManifestFiles } from "../manifest/manifest-files";
import { type ManifestView, viewManifest } from "../manifest/manifest-view";
import {
  resolveDependencies,
  type UncoveredConstraint,
  type WorkflowManifest,
} from "../manifest/resolve-dependencies";
import { measureManifest, validateManifest } from "../manifest/validate-manifest";
import type { CompiledPolicy } from "../scoping/compile-policy";
import { ContainedFolder } from "./contained-folder";
import { LATEST, MANIFEST_FILE, readManifestDocument } from "./manifest-document";
import { NamedFileReader, type NamedFilesOptions } from "./named-files";

export interface ManifestFolderOptions extends NamedFilesOptions {
  /** The project root that `artifacts_directory` is relative to. */
  readonly root: string;
  readonly limits?: BudgetLimits;
  readonly agents?: Iterable<string>;
  /** Other manifests of the project by path; by default those in its folder `artifacts`. */
  readonly others?: readonly WorkflowManifest[];
  /** Policy whose content rules apply to the manifest, compiled with detectors; without it, none do. */
  readonly contentPolicy?: CompiledPolicy;
}

/** A manifest on disk with its findings. */
export interface ManifestReport {
  /** Absolute path of `manifest.json` without symlinks. */
  readonly path: string;
  /** Parsed JSON; undefined if it cannot be parsed. */
  readonly document: unknown;
  /** SHA-256 of the file in hex, which identifies it on a server; null if it cannot be parsed. */
  readonly sha256: string | null;
  readonly fromAgent: string | null;
  readonly artifactType: ArtifactType | null;
  readonly findings: readonly Finding[];
  /** Null without a document. */
  readonly sizes: ManifestSizes | null;
  readonly files: ManifestFiles | null;
  /** Constraints of a research manifest that no later manifest names. */
  readonly uncovered: readonly UncoveredConstraint[];
}

/**
 * Validates the manifest of a folder with its files and the manifests before it.
 *
 * @returns null if the folder has no `manifest.json`.
 * @throws file system errors if the folder cannot be opened (`ENOENT`, `ENOTDIR` …).
 */
export async function validateManifestFolder(
  directory: string,
  options: ManifestFolderOptions,
): Promise<ManifestReport | null> {
  const folder = await ContainedFolder.open(directory);
  const read = await readManifestDocument(folder);
  if (read.state === "missing") return null;
  const path = join(folder.path, MANIFEST_FILE);
  if (read.state === "refused") {
    const unknown = {
      document: undefined,
      sha256: null,
      fromAgent: null,
      artifactType: null,
      sizes: null,
      files: null,
    };
    return { path, ...unknown, findings: [read.finding], uncovered: [] };
  }
  const { document, sha256 } = read;
  const view = viewManifest(document);
  const files = await readManifestFiles(folder, view, options);
  const others = options.others ?? (await readProjectManifests(options.root));
  const manifests = [...others.filter(({ id }) => id !== path), { id: path, document }];
  const { dependencies, uncovered } = resolveDependencies(manifests);
  const unresolved = dependencies
    .filter(({ manifestId, resolvedTo }) => manifestId === path && resolvedTo === null)
    .map(({ index }) => index);
  return {
    path,
    document,
    sha256,
    fromAgent: view.from_agent,
    artifactType: view.artifact_type,
    files,
    findings: validateManifest(document, { ...options, files, unresolved }),
    sizes: measureManifest(document, files),
    uncovered: uncovered.filter(({ manifestId }) => manifestId === path),
  };
}

/**
 * Finds and counts the files that a manifest names. Opens none if its `artifacts_directory` is not its own
 * folder.
 */
export async function readManifestFiles(
  folder: ContainedFolder,
  view: ManifestView,
  options: ManifestFolderOptions,
): Promise<ManifestFiles> {
  const directory = await findDirectory(folder, view.artifacts_directory, options.root);
  if (directory !== "manifest_folder") {
    return { directory, requiredReading: [], optionalContext: [], detailFiles: [] };
  }
  return { directory, ...(await new NamedFileReader(folder, options).readAll(view)) };
}

/**
 * Returns all manifests in the folder `artifacts` of a project by absolute path, sorted, without invalid
 * JSON.
 */
export async function readProjectManifests(root: string): Promise<WorkflowManifest[]> {
  const folder = await openOrNull(join(root, "artifacts"));
  if (!folder) return [];
  const manifests: WorkflowManifest[] = [];
  for (const path of await listManifests(folder)) {
    const read = await readManifestDocument(folder, path);
    if (read.state === "read") manifests.push({ id: join(folder.path, path), document: read.document });
  }
  return manifests;
}

/**
 * Returns the folders with a `manifest.json`, including the folder itself: absolute paths, sorted.
 *
 * @throws file system errors if the folder cannot be opened.
 */
export async function findManifestFolders(directory: string): Promise<string[]> {
  const folder = await ContainedFolder.open(directory);
  return (await listManifests(folder)).map((path) => dirname(join(folder.path, path)));
}

/** Does not follow links to folders, so that `latest` adds no duplicates. */
async function listManifests(folder: ContainedFolder): Promise<string[]> {
  return (await folder.list()).filter((path) => path === MANIFEST_FILE || path.endsWith(`/${MANIFEST_FILE}`));
}

async function openOrNull(path: string): Promise<ContainedFolder | null> {
  try {
    return await ContainedFolder.open(path);
  } catch {
    return null;
  }
}

/** A path that leaves the project by its spelling is not opened. */
async function findDirectory(
  folder: ContainedFolder,
  named: string | null,
  root: string,
): Promise<ManifestFiles["directory"]> {
  if (named === null) return "missing";
  const projectRoot = await realpath(root);
  const path = resolve(projectRoot, named);
  const leaves = isAbsolute(named) ? named.includes("\0") : leavesFolder(named);
  if (leaves || !isWithin(path, projectRoot)) return "elsewhere";
  try {
    const found = await realpath(path);
    return found === folder.path || (await isCopiedLink(folder, found)) ? "manifest_folder" : "elsewhere";
  } catch {
    return "missing";
  }
}

/**
 * Returns true if a folder is a copy of a run next to it: a backup that follows links makes a folder of the
 * link `latest`.
 *
 * @param run absolute path without symlinks.
 */
async function isCopiedLink(folder: ContainedFolder, run: string): Promise<boolean> {
  if (basename(folder.path) !== LATEST || dirname(folder.path) !== dirname(run)) return false;
  const copied = await openOrNull(run);
  const [own, other] = [await readManifestDocument(folder), copied && (await readManifestDocument(copied))];
  return own.state === "read" && other?.state === "read" && isDeepStrictEqual(own.document, other.document);
}

function isWithin(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
