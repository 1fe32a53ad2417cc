import { basename, dirname } from "node:path";
import type { SourceFile } from "@baton/db/write";
import type { FileOnDisk } from "./list-files";

/** What a file on disk turns out to be. */
export type FileMatch<Known> =
  | { kind: "continued"; known: Known; file: FileOnDisk }
  /** Another content under the same path. */
  | { kind: "rewritten"; known: Known; file: FileOnDisk }
  | { kind: "new"; file: FileOnDisk }
  /** A rotated copy of a file that still stands: read where it stands, not twice. */
  | { kind: "copy"; of: Known; file: FileOnDisk }
  | { kind: "gone"; known: Known };

export type KnownFile = Pick<
  SourceFile,
  "path" | "device" | "inode" | "state" | "fingerprintLength" | "readOffset"
>;

/** How two files are compared; both read no more than a few KiB. */
export interface Comparison<Known> {
  /** Whether a file on disk holds what was read of a known one, perhaps with more at its end. */
  isContinued(file: FileOnDisk, known: Known): Promise<boolean>;
  /** Whether it begins as the known one did. */
  beginsAlike(file: FileOnDisk, known: Known): Promise<boolean>;
}

/**
 * Works out which file is which after files were renamed, rotated, copied, cut short, rewritten or deleted.
 *
 * A known file is, in this order: the one with its device and inode, wherever it lies now; the one at its path; a
 * rotated copy beside it, when its own path holds something else. Each time its content must be continued there.
 *
 * @param files each device and inode once.
 */
export async function matchFiles<Known extends KnownFile>(
  files: readonly FileOnDisk[],
  known: readonly Known[],
  comparison: Comparison<Known>,
): Promise<FileMatch<Known>[]> {
  const matches: FileMatch<Known>[] = [];
  const freeFiles = new Set(files);
  // Those that still stood when they were last looked for come first: one that was gone has no claim on their path.
  const freeKnown = new Set(
    [...known].sort((a, b) => Number(a.state === "gone") - Number(b.state === "gone")),
  );
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byInode = new Map(files.map((file) => [inodeKey(file), file]));
  const byFolder = groupBy(files, (file) => dirname(file.path));

  const continueIn = async (candidatesOf: (each: Known) => readonly (FileOnDisk | undefined)[]) => {
    for (const each of freeKnown) {
      for (const file of candidatesOf(each)) {
        if (!file || !freeFiles.has(file) || !(await comparison.isContinued(file, each))) continue;
        matches.push({ kind: "continued", known: each, file });
        freeKnown.delete(each);
        freeFiles.delete(file);
        break;
      }
    }
  };
  const inPlace = (each: Known) => byPath.get(each.path);
  const withInode = (each: Known) => byInode.get(inodeKey(each));
  await continueIn((each) => (inPlace(each) === withInode(each) ? [inPlace(each)] : []));
  await continueIn((each) => (each.fingerprintLength > 0 ? [withInode(each)] : []));
  await continueIn((each) => [inPlace(each)]);
  await continueIn((each) =>
    each.readOffset > 0
      ? (byFolder.get(dirname(each.path)) ?? []).filter((file) => isRotated(file.path, each.path))
      : [],
  );
  for (const each of freeKnown) {
    if (each.state === "gone") continue;
    const file = inPlace(each);
    const isRewritten = file !== undefined && freeFiles.delete(file);
    matches.push(isRewritten ? { kind: "rewritten", known: each, file } : { kind: "gone", known: each });
  }
  const standing = matches.flatMap((match) => (match.kind === "continued" ? [match.known] : []));
  const standingByFolder = groupBy(standing, (each) => dirname(each.path));
  for (const file of freeFiles) {
    const originals = (standingByFolder.get(dirname(file.path)) ?? []).filter(
      (each) => each.readOffset > 0 && isRotated(file.path, each.path),
    );
    const of = await find(originals, (each) => comparison.beginsAlike(file, each));
    matches.push(of ? { kind: "copy", of, file } : { kind: "new", file });
  }
  return matches;
}

/** One key for a file however it is named. */
export function inodeKey({ device, inode }: Pick<KnownFile, "device" | "inode">): string {
  return `${device}:${inode}`;
}

/** Whether a name is what rotation makes of another: `a.jsonl.1`, `a.jsonl-20260102`, `a-20260102.jsonl`. */
export function isRotated(path: string, original: string): boolean {
  if (dirname(path) !== dirname(original)) return false;
  const name = basename(path);
  const originalName = basename(original);
  if (name.startsWith(originalName)) return /^[.-]\d[\d.T-]*$/.test(name.slice(originalName.length));
  const dot = originalName.lastIndexOf(".");
  const stem = originalName.slice(0, dot);
  const extension = originalName.slice(dot);
  if (dot <= 0 || !name.startsWith(stem) || !name.endsWith(extension)) return false;
  return /^[.-]\d{8}[\d.T-]*$/.test(name.slice(stem.length, -extension.length));
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

async function find<T>(items: readonly T[], matches: (item: T) => Promise<boolean>): Promise<T | null> {
  for (const item of items) if (await matches(item)) return item;
  return null;
}
