import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import type { CommitFacts } from "../../handoff-document/staleness";
import { ContainedFolder } from "../contained-folder";
import { gitEnvironment } from "../env";

const run = promisify(execFile);

/** Short or full SHA-1 or SHA-256. Excludes branch names, so that no option or expression passes. */
const COMMIT = /^[0-9a-f]{4,64}$/i;

/**
 * Uses paths literally and runs nothing that a repository configures. Only asks git about commits and trees:
 * for a working file, git would run configured filters of any name.
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
 * Git reads some files in `.git` to their end, which a link to `/dev/zero` does not have: two gigabytes per
 * second. Packs are mapped and do not count.
 */
const MAX_DATA_KIBIBYTES = 512 * 1024;
const LIMITED = ["-c", `ulimit -d ${MAX_DATA_KIBIBYTES} 2>/dev/null; exec git "$@"`, "git"];
const HAS_LIMITS = process.platform !== "win32";
const SYMLINK = "120000";
const SHA1_LENGTH = 40;

/**
 * Asks git how far HEAD has moved from a commit.
 *
 * @param root   folder of the repository.
 * @param commit untrusted text from a document.
 * @param signal aborts git, which then counts as a failure.
 * @returns the facts, and the full commit ID if known.
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

/** Returns the commit and branch of a project; null outside a repository, or without a commit. */
export async function readHead(root: string): Promise<{ commit: string; branch?: string } | null> {
  const commit = (await git(root, ["rev-parse", "--verify", "--quiet", "HEAD"], undefined))?.trim();
  if (commit === undefined || commit === "") return null;
  const branch = (await git(root, ["branch", "--show-current"], undefined))?.trim();
  return branch === undefined || branch === "" ? { commit } : { commit, branch };
}

/**
 * Returns the files that differ from a commit, committed or not, ignoring line endings. Runs no filters: a
 * file stored in another form (Git LFS) counts as changed.
 *
 * @param id    full commit ID.
 * @param files untrusted paths below `root`.
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
  const changed: string[] = [];
  for (const [index, file] of files.entries()) {
    signal?.throwIfAborted();
    const path = paths[index] ?? file;
    const [before, after] = [then.get(path), since.get(path)];
    const isSame = before && (await hasContent(folder, path, before));
    if (!(isSame ?? before?.id === after?.id)) changed.push(file);
  }
  return changed;
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

/**
 * Returns true if a file has the content of an entry; undefined if it is not read: a symlink, or too large.
 */
async function hasContent(
  folder: ContainedFolder,
  path: string,
  { mode, id }: TreeEntry,
): Promise<boolean | undefined> {
  if (mode === SYMLINK) return undefined;
  const read = await folder.read(path);
  if (read.state !== "read") return undefined;
  const withoutReturns = Buffer.from(read.bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return [read.bytes, withoutReturns].some((bytes) => toBlobId(bytes, id.length) === id);
}

/** @see https://git-scm.com/book/en/v2/Git-Internals-Git-Objects */
function toBlobId(bytes: Buffer, length: number): string {
  const hash = createHash(length === SHA1_LENGTH ? "sha1" : "sha256");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Returns git's output; null if it fails or is missing. */
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
