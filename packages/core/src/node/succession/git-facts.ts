import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { CommitFacts } from "../../succession/staleness";
import { gitEnvironment } from "../env";

const run = promisify(execFile);

/** Abbreviated or whole, of SHA-1 or of SHA-256. Names of branches are none, so that no option and no expression gets through. */
const COMMIT = /^[0-9a-f]{4,64}$/i;

/** Paths are taken as they are, and nothing that a repository's configuration names is run. */
const SETTINGS = [
  "--no-pager",
  "--literal-pathspecs",
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
];

const TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

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
 * Of some files those that differ from what they were at a commit, committed or not.
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
  const options = ["--name-only", "-z", "--relative", "--no-renames", "--no-ext-diff", "--no-textconv"];
  const changed = new Set((await git(root, ["diff", ...options, id, "--", ...files], signal))?.split("\0"));
  return files.filter((file) => changed.has(file.replace(/^(?:\.\/)+/, "")));
}

/** What git prints; null where it says no, or is not there. */
async function git(root: string, words: readonly string[], signal?: AbortSignal): Promise<string | null> {
  try {
    const limits = { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, ...(signal ? { signal } : {}) };
    const options = { cwd: root, env: gitEnvironment(), ...limits };
    return (await run("git", [...SETTINGS, ...words], options)).stdout;
  } catch {
    return null;
  }
}
