import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import type { CommitFacts } from "../../succession/staleness";
import { ContainedFolder } from "../contained-folder";
import { gitEnvironment } from "../env";

const run = promisify(execFile);

/**
 * Abbreviated or whole, of SHA-1 or of SHA-256. Names of branches are none, so
 * that no option and no expression gets through.
 */
const COMMIT = /^[0-9a-f]{4,64}$/i;

/**
 * Paths are taken as they are, and nothing that a repository's configuration names is run. Git is asked about
 * commits and trees alone: where it looks at a file of the working tree, it runs the filters that the
 * configuration names, under any name.
 */
const SETTINGS = [
  "--no-pager",
  "--literal-pathspecs",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
];

const TIMEOUT_MILLISECONDS = 10_000;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;
/**
 * Git reads some files of `.git` to their end, which has none where one of them is a link to `/dev/zero`: it
 * took two gigabytes a second. Packs, which it maps, do not count.
 */
const MAX_DATA_KIBIBYTES = 512 * 1024;
const LIMITED = ["-c", `ulimit -d ${MAX_DATA_KIBIBYTES} 2>/dev/null; exec git "$@"`, "git"];
const HAS_LIMITS = process.platform !== "win32";
/** Of a larger file it is only said whether commits have changed it. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const SYMLINK = "120000";
const SHA1_LENGTH = 40;

/**
 * Asks git how far HEAD has moved on from a commit.
 *
 * @param root   a folder of the repository.
 * @param commit as a document names it; nobody need vouch for it.
 * @param signal ends what git is at; then it says no.
 * @returns the facts, and the commit's whole id where it is known.
 */
export async function readCommitFacts(
  root: string,
  commit: string | undefined,
  signal?: AbortSignal,
): Promise<{ facts: CommitFacts; id: string | null }> {
  if ((await git(root, ["rev-parse", "--is-inside-work-tree"], signal))?.trim() !== "true") {
    return { facts: { state: "no_repository" }, id: null };
  }
  if (commit === undefined) return { facts: { state: "not_named" }, id: null };
  const found = COMMIT.test(commit)
    ? await git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`], signal)
    : null;
  const id = found?.trim() ?? null;
  const count = id === null ? null : await git(root, ["rev-list", "--count", `${id}..HEAD`], signal);
  if (id === null || count === null) return { facts: { state: "not_found" }, id: null };
  const isAncestor = (await git(root, ["merge-base", "--is-ancestor", id, "HEAD"], signal)) !== null;
  return { facts: { state: "known", commitsSince: Number(count), hasDiverged: !isAncestor }, id };
}

/**
 * Of some files those that differ from what they were at a commit, committed or not; line endings aside.
 * Filters are not run: a file that one keeps in another form (Git LFS) counts as changed.
 *
 * @param id    the whole id of a commit.
 * @param files below `root`; nobody need vouch for them.
 */
export async function listChangedFiles(
  root: string,
  id: string,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  if (files.length === 0) return [];
  const paths = files.map((file) => file.replace(/^(?:\.\/)+/, ""));
  const [then, since] = await Promise.all([
    listEntries(root, id, paths, signal),
    listEntries(root, "HEAD", paths, signal),
  ]);
  const folder = await ContainedFolder.open(root);
  try {
    const changed: string[] = [];
    for (const [index, file] of files.entries()) {
      signal?.throwIfAborted();
      const path = paths[index] ?? file;
      const [before, after] = [then.get(path), since.get(path)];
      const isSame = before && (await hasContent(folder, path, before));
      if (!(isSame ?? before?.id === after?.id)) changed.push(file);
    }
    return changed;
  } finally {
    await folder.close();
  }
}

/** A file or a symlink in the tree of a commit. */
interface TreeEntry {
  mode: string;
  id: string;
}

async function listEntries(
  root: string,
  commit: string,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, TreeEntry>> {
  const listed = (await git(root, ["ls-tree", "-z", commit, "--", ...paths], signal)) ?? "";
  const entries = listed.matchAll(/(\d+) blob ([0-9a-f]+)\t([^\0]+)\0/g);
  return new Map([...entries].map(([, mode = "", id = "", path = ""]) => [path, { mode, id }]));
}

/** Whether a file has the content of an entry; undefined where it is not read: a symlink, or too large. */
async function hasContent(
  folder: ContainedFolder,
  path: string,
  { mode, id }: TreeEntry,
): Promise<boolean | undefined> {
  if (mode === SYMLINK) return undefined;
  const read = await folder.read(path, MAX_FILE_BYTES);
  if (read.state !== "read") return undefined;
  const withoutReturns = Buffer.from(read.bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return [read.bytes, withoutReturns].some((bytes) => toBlobId(bytes, id.length) === id);
}

/** @see https://git-scm.com/book/en/v2/Git-Internals-Git-Objects */
function toBlobId(bytes: Buffer, length: number): string {
  const hash = createHash(length === SHA1_LENGTH ? "sha1" : "sha256");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** What git prints; null where it says no, or is not there. */
async function git(root: string, words: readonly string[], signal?: AbortSignal): Promise<string | null> {
  try {
    const limits = {
      timeout: TIMEOUT_MILLISECONDS,
      maxBuffer: MAX_OUTPUT_BYTES,
      ...(signal ? { signal } : {}),
    };
    const options = { cwd: root, env: gitEnvironment(), ...limits };
    const asked = [...SETTINGS, ...words];
    return (await (HAS_LIMITS ? run("/bin/sh", [...LIMITED, ...asked], options) : run("git", asked, options)))
      .stdout;
  } catch {
    return null;
  }
}
