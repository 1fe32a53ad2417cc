import type { Database } from "@baton/db";
import { markScanned } from "@baton/db/write";
import { decoderOf } from "../compression";
import { type FileOnDisk, listFiles } from "../pipeline/list-files";
import { type SourcedFile, type TrackedFile, trackFiles } from "../pipeline/track-files";

export interface Source {
  workspaceId: string;
  sourceId: number;
  root: string;
}

const MANIFEST_FILE = "manifest.json";

/** Interval at which an unchanged source records its last check. */
const MARK_MILLISECONDS = 10_000;

/**
 * Checks the sources of one workspace repeatedly for changed files. Asks the database to match files only if
 * files were added, removed or moved.
 */
export class SourceSweep {
  readonly #db: Database;
  readonly #workspaceId: string;
  /** The files at the last check. */
  #seen = new Map<string, FileOnDisk>();
  /** The files when they were last matched with the database. */
  #compared = new Map<string, FileOnDisk>();
  #tracked = new Map<string, TrackedFile>();
  #mustTrack = true;
  readonly #marks = new Map<number, { at: number; error: string | null }>();

  constructor(db: Database, workspaceId: string) {
    this.#db = db;
    this.#workspaceId = workspaceId;
  }

  /** Forces a file to be matched again, because it is not the expected one. */
  trackAgain({ path }: TrackedFile): void {
    this.#compared.delete(path);
    this.#mustTrack = true;
  }

  /**
   * Finds changes since the last call.
   * @returns files that may have unread data, and manifests whose folders changed and that must be validated
   *   again.
   */
  async findChanges(sources: readonly Source[]): Promise<TrackedFile[]> {
    const { files, roots } = await this.#list(sources);
    const changed = files.filter((file) => !isUntouched(file, this.#seen.get(file.path)));
    const touched = new Set([...changed.map(({ path }) => path), ...this.#listGone(files)]);
    const isSameSet = files.length === this.#seen.size && changed.every((file) => this.#hasOnlyGrown(file));
    if (isSameSet && !this.#mustTrack) {
      this.#remember(files);
      const grown = changed.flatMap((file) => this.#growTracked(file));
      return [...new Set([...grown, ...this.#manifestsOver(touched)])];
    }
    this.#mustTrack = false;
    const isListed = (path: string) => roots.some((root) => path === root || path.startsWith(`${root}/`));
    const isUnchanged = (file: FileOnDisk) => isUntouched(file, this.#compared.get(file.path));
    try {
      const tracking = await trackFiles(this.#db, {
        workspaceId: this.#workspaceId,
        files,
        isListed,
        isUnchanged,
        wasThere: (path) => this.#seen.has(path),
        listAgain: async () => (await this.#list(sources)).files,
      });
      this.#mustTrack = tracking.isUnsettled;
      this.#tracked = new Map(tracking.files.map((file) => [file.path, file]));
      this.#remember(files);
      // Files that moved during the sweep were not compared.
      if (!tracking.isUnsettled) this.#compared = new Map(this.#seen);
    } catch (error) {
      this.#mustTrack = true;
      throw error;
    }
    const readable = [...this.#tracked.values()].filter(
      (file) =>
        !file.notRead && (file.size !== file.readOffset || (touched.has(file.path) && !decoderOf(file.path))),
    );
    return [...new Set([...readable, ...this.#manifestsOver(touched)])];
  }

  #listGone(files: readonly FileOnDisk[]): string[] {
    const present = new Set(files.map(({ path }) => path));
    return [...this.#seen.keys()].filter((path) => !present.has(path));
  }

  /** Returns the manifests whose folder contains a path, at any depth. */
  #manifestsOver(paths: Iterable<string>): TrackedFile[] {
    const folders = new Set<string>();
    for (const path of paths) {
      // If a folder is already listed, so are its parents.
      for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
        const folder = path.slice(0, end);
        if (folders.has(folder)) break;
        folders.add(folder);
      }
    }
    return [...folders].flatMap((folder) => this.#tracked.get(`${folder}/${MANIFEST_FILE}`) ?? []);
  }

  async #list(sources: readonly Source[]): Promise<{ files: SourcedFile[]; roots: string[] }> {
    const files = new Map<string, SourcedFile>();
    const roots: string[] = [];
    for (const { sourceId, root } of sources) {
      try {
        for (const file of await listFiles(root)) files.set(file.path, { ...file, sourceId });
        roots.push(root);
        await this.#mark(sourceId, null);
      } catch (error) {
        // A deleted folder counts as empty. The files of an unreadable folder stay unchanged.
        if (isMissing(error)) roots.push(root);
        await this.#mark(sourceId, describeListingError(error));
      }
    }
    return { files: [...files.values()], roots };
  }

  async #mark(sourceId: number, error: string | null): Promise<void> {
    const last = this.#marks.get(sourceId);
    if (last && last.error === error && performance.now() - last.at < MARK_MILLISECONDS) return;
    await markScanned(this.#db, { workspaceId: this.#workspaceId, sourceId, error });
    this.#marks.set(sourceId, { at: performance.now(), error });
  }

  /** The growth of a compressed file is unknown until it is decoded. */
  #hasOnlyGrown(file: FileOnDisk): boolean {
    if (decoderOf(file.path)) return false;
    const before = this.#seen.get(file.path);
    return before !== undefined && isSameInode(file, before) && file.size >= before.size;
  }

  #growTracked(file: FileOnDisk): TrackedFile[] {
    const tracked = this.#tracked.get(file.path);
    if (!tracked || tracked.notRead) return [];
    tracked.size = file.size;
    return [tracked];
  }

  #remember(files: readonly FileOnDisk[]): void {
    this.#seen = new Map(files.map((file) => [file.path, file]));
  }
}

function isUntouched(file: FileOnDisk, before: FileOnDisk | undefined): boolean {
  return (
    before !== undefined &&
    isSameInode(file, before) &&
    file.size === before.size &&
    file.changedAt === before.changedAt
  );
}

function isSameInode(a: FileOnDisk, b: FileOnDisk): boolean {
  return a.inode === b.inode && a.device === b.device;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

function describeListingError(error: unknown): string {
  if (isMissing(error)) return "file or folder not found";
  return error instanceof Error ? error.message : String(error);
}
