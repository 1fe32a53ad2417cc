import { groupBy } from "@baton/core/internal";
import type { SourceFile } from "@baton/db/write";
import type { FileOnDisk } from "./list-files";
import { listOriginals } from "./rotated-names";

/** The identity of a file on disk. */
export type FileMatch<Known> =
  | { kind: "continued"; known: Known; file: FileOnDisk }
  /** Another content under the same path. */
  | { kind: "rewritten"; known: Known; file: FileOnDisk }
  | { kind: "new"; file: FileOnDisk }
  /** A rotated copy of a file that still exists; it is not read twice. */
  | { kind: "copy"; of: Known; file: FileOnDisk }
  | { kind: "gone"; known: Known };

export type KnownFile = Pick<
  SourceFile,
  "path" | "device" | "inode" | "state" | "fingerprintLength" | "readOffset"
>;

/** Comparisons of two files; both read a few KiB. */
interface Comparison<Known> {
  /** Returns true if a file on disk contains what was read of a known one, possibly with more. */
  isContinued(file: FileOnDisk, known: Known): Promise<boolean>;
  /** Returns true if it starts like the known one. */
  beginsAlike(file: FileOnDisk, known: Known): Promise<boolean>;
}

/**
 * Matches files on disk with known ones after renames, rotations, copies, truncations, rewrites and
 * deletions.
 * A known file is, in this order: the one with its device and inode at any path; the one at its path; a
 * rotated copy next to it, if its path has other content. Each time, the content must continue.
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
  // Start with files that existed at the last check: a deleted file has no claim on their path.
  const freeKnown = new Set(
    [...known].sort((a, b) => Number(a.state === "gone") - Number(b.state === "gone")),
  );
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byInode = new Map(files.map((file) => [inodeKey(file), file]));

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
  const copies = groupCopies(freeFiles, new Set([...freeKnown].map(({ path }) => path)));
  await continueIn((each) => (each.readOffset > 0 ? (copies.get(each.path) ?? []) : []));
  for (const each of freeKnown) {
    if (each.state === "gone") continue;
    const file = inPlace(each);
    const isRewritten = file !== undefined && freeFiles.delete(file);
    matches.push(isRewritten ? { kind: "rewritten", known: each, file } : { kind: "gone", known: each });
  }
  const standing = matches.flatMap((match) =>
    match.kind === "continued" && match.known.readOffset > 0 ? [match.known] : [],
  );
  const statusByPath = groupBy(standing, (each) => each.path);
  for (const file of freeFiles) {
    const originals = listOriginals(file.path).flatMap((path) => statusByPath.get(path) ?? []);
    const of = await find(originals, (each) => comparison.beginsAlike(file, each));
    matches.push(of ? { kind: "copy", of, file } : { kind: "new", file });
  }
  return matches;
}

/** Returns a key that identifies a file independently of its name. */
export function inodeKey({ device, inode }: Pick<KnownFile, "device" | "inode">): string {
  return `${device}:${inode}`;
}

/** Groups possible rotated copies by the paths of their originals. */
export function groupCopies<T extends { path: string }>(
  items: Iterable<T>,
  originals: ReadonlySet<string>,
): Map<string, T[]> {
  const named = [...items].flatMap((item) =>
    listOriginals(item.path).flatMap((original) => (originals.has(original) ? [{ item, original }] : [])),
  );
  const groups = groupBy(named, ({ original }) => original);
  return new Map([...groups].map(([original, group]) => [original, group.map(({ item }) => item)]));
}

async function find<T>(items: readonly T[], matches: (item: T) => Promise<boolean>): Promise<T | null> {
  for (const item of items) if (await matches(item)) return item;
  return null;
}
