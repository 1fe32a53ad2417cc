import { countOf } from "../count-of";

export const STALENESS_LEVELS = ["FRESH", "SLIGHTLY_STALE", "STALE", "VERY_STALE"] as const;
export type StalenessLevel = (typeof STALENESS_LEVELS)[number];

/** Facts from a repository about the commit of a handoff document. */
export type CommitFacts =
  | {
      state: "known";
      /** Commits that HEAD has and the document's commit does not. */
      commitsSince: number;
      /** True if HEAD does not descend from the document's commit. */
      hasDiverged: boolean;
    }
  | { state: "not_named" | "not_found" | "no_repository" };

export interface StalenessFacts {
  commit: CommitFacts;
  /** The files that the document mentions. */
  referencedFiles: readonly string[];
  missingFiles: readonly string[];
  /** Files that changed since the document's commit. */
  changedFiles: readonly string[];
}

export interface Staleness {
  level: StalenessLevel;
  /** For users, most severe first; empty without changes. */
  reasons: string[];
}

const MAX_COMMITS = { FRESH: 2, SLIGHTLY_STALE: 10, STALE: 30 };

const UNKNOWN_COMMIT = {
  not_named: "the document names no commit",
  not_found: "the repository does not have the commit that the document names",
  no_repository: "the folder is not in a git repository",
};

/**
 * Rates how far the project has moved since a handoff document. Fresh: at most 2 commits, no missing file,
 * not diverged; slightly stale: at most 10 commits; stale: at most 30, or diverged, or a missing file; very
 * stale: more, or half of the files missing, or an unknown commit. Lists changed files without counting them,
 * because their commits count.
 */
export function evaluateStaleness({
  commit,
  referencedFiles,
  missingFiles,
  changedFiles,
}: StalenessFacts): Staleness {
  const reasons: [StalenessLevel, string][] = [];
  if (commit.state === "known") {
    const { commitsSince, hasDiverged } = commit;
    if (hasDiverged) reasons.push(["STALE", "the branch has diverged from the commit"]);
    if (commitsSince > 0) {
      const count = countOf(commitsSince, "commit");
      reasons.push([levelOf(commitsSince), `${count} since`]);
    }
  } else reasons.push(["VERY_STALE", UNKNOWN_COMMIT[commit.state]]);
  if (missingFiles.length > 0) {
    const isHalf = missingFiles.length * 2 >= referencedFiles.length;
    const share = `${missingFiles.length} of ${referencedFiles.length} files missing: ${missingFiles.join(", ")}`;
    reasons.push([isHalf ? "VERY_STALE" : "STALE", share]);
  }
  if (changedFiles.length > 0) reasons.push(["FRESH", `changed since: ${changedFiles.join(", ")}`]);
  const ranked = reasons.sort(([a], [b]) => rank(b) - rank(a));
  return { level: ranked[0]?.[0] ?? "FRESH", reasons: ranked.map(([, reason]) => reason) };
}

function levelOf(commits: number): StalenessLevel {
  if (commits <= MAX_COMMITS.FRESH) return "FRESH";
  if (commits <= MAX_COMMITS.SLIGHTLY_STALE) return "SLIGHTLY_STALE";
  return commits <= MAX_COMMITS.STALE ? "STALE" : "VERY_STALE";
}

function rank(level: StalenessLevel): number {
  return STALENESS_LEVELS.indexOf(level);
}
