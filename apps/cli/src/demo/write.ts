import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HandoffManifest } from "@baton/core/manifest";
import { saveManifest } from "@baton/core/node";
import type { SampleFile } from "@baton/sample";
import { CommandError } from "../command-error";
import { writing } from "../writing";

/** Marks a folder as a sample. Baton empties only folders with this file. */
const MARK = ".baton-sample";

/** Marks that the whole sample was imported. */
const LOADED_MARK = ".baton-sample-loaded";

/**
 * Writes a sample into a folder and creates the folder if needed. Manifests are written last and saved as an
 * agent would, so that `latest` points to the newest of each agent.
 *
 * @throws Error if a manifest of the sample cannot be saved, which is a bug in Baton.
 */
export async function writeSample(folder: string, files: readonly SampleFile[]): Promise<void> {
  await createFolder(folder);
  await writeFile(
    join(folder, MARK),
    "Made by `baton demo`, which empties this folder when it is run again.\n",
  );
  for (const { path, content, encoding } of files.filter((file) => !isManifestFile(file))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content, encoding);
  }
  for (const { path, content } of files.filter(isManifestFile)) {
    const manifest: unknown = JSON.parse(content);
    const saved = isManifest(manifest) ? await saveManifest(folder, manifest) : null;
    if (saved?.state !== "saved") throw new Error(`${path} of the sample is no manifest that can be saved`);
  }
}

function isManifestFile({ path, isByHand }: SampleFile): boolean {
  return !isByHand && path.startsWith("artifacts/") && path.endsWith("/manifest.json");
}

/** Checks the manifest without parsing it: a schema would change the order of its keys. */
function isManifest(document: unknown): document is HandoffManifest {
  return HandoffManifest.safeParse(document).success;
}

/**
 * Creates a folder step by step: Node's recursive option never returns on file systems such as `/proc` that
 * deny what they created.
 */
export async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await createFolder(dirname(folder));
  await mkdir(folder);
}

/**
 * Creates a folder for a sample if it is missing.
 *
 * @throws CommandError if the folder contains anything but a sample, or cannot be created.
 */
export async function createSampleFolder(folder: string): Promise<void> {
  await writing(folder, () => createFolder(folder));
  await requireSampleFolder(folder);
}

/**
 * Ensures that a folder is free for a sample: missing, empty, or filled by an earlier one.
 *
 * @throws CommandError if the folder contains anything but a sample.
 */
export async function requireSampleFolder(folder: string): Promise<void> {
  if (!existsSync(folder) || existsSync(join(folder, MARK)) || (await readdir(folder)).length === 0) return;
  throw new CommandError(`${folder} holds files that are no sample: name an empty folder with --out.`);
}

/**
 * Removes a sample and its folder if they exist.
 *
 * @throws CommandError if the folder contains anything but a sample.
 */
export async function removeSample(folder: string): Promise<void> {
  await requireSampleFolder(folder);
  await rm(folder, { recursive: true, force: true });
}

/** Records that the whole sample was imported. An interrupted load starts again from the beginning. */
export async function markLoaded(folder: string): Promise<void> {
  await writeFile(join(folder, LOADED_MARK), "");
}

export function isLoaded(folder: string): boolean {
  return existsSync(join(folder, LOADED_MARK));
}

/** Next to the folder, so that a removed sample is not loaded again. */
const removalMark = (folder: string) => `${folder}-removed`;

export async function rememberRemoval(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await writeFile(removalMark(folder), "The sample was removed; `baton demo` brings it back.\n");
}

export async function deleteRemoval(folder: string): Promise<void> {
  await rm(removalMark(folder), { force: true });
}

export function wasRemoved(folder: string): boolean {
  return existsSync(removalMark(folder));
}
