import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import {
  type MergedText,
  mergeHooks,
  mergeSection,
  mergeText,
  POLICY_TEMPLATE,
  removeHooks,
  removeText,
  SWITCH_TEMPLATE,
  TEMPLATES,
} from "@baton/core/templates";
import type { BatonCommand } from "./baton-command";

/** A file of a repository and its planned text. `path` is relative to the repository. */
export type PlannedFile = { path: string } & MergedText;

/** Merge function of each file, by path; it gets the current text. */
export type FileSet = Readonly<Record<string, (present: string | null) => MergedText>>;

const SETTINGS = ".claude/settings.json";
/** Settings of one machine, which Claude Code keeps out of git. */
const LOCAL_SETTINGS = ".claude/settings.local.json";
const LOG_IGNORE = ".claude/logs/.gitignore";
const IGNORE_ALL = "*\n";
const LOG_IGNORED: FileSet = { [LOG_IGNORE]: (present) => mergeText(present, IGNORE_ALL) };

/** Removes the hooks from the settings of a user. */
export const NO_USER_HOOKS: FileSet = { [SETTINGS]: removeHooks };

/** Removes the hooks from the settings of a project, and what was added for them. */
export const NO_HOOKS: FileSet = {
  ...NO_USER_HOOKS,
  [LOCAL_SETTINGS]: removeHooks,
  [LOG_IGNORE]: (present) => removeText(present, IGNORE_ALL),
};

/** The hooks in the settings of a user. */
export function userHooks({ baton }: BatonCommand): FileSet {
  return { [SETTINGS]: (present) => mergeHooks(present, baton) };
}

/** The hooks in the settings of a project: in the shared ones only if every machine can start them. */
export function projectHooks({ baton, isOnPath }: BatonCommand): FileSet {
  const path = isOnPath ? SETTINGS : LOCAL_SETTINGS;
  return { [path]: (present) => mergeHooks(present, baton), ...LOG_IGNORED };
}

/** Templates of a repository; `baton template` prints the others, which are for one artifact. */
const INSTALLED = ["agent", "teammate", "handoff", "index", "progress"] as const;

/** Everything that Baton adds to a repository. */
export function allFiles(command: BatonCommand): FileSet {
  return {
    "governance_policies.json": (present) => mergeSection(present, POLICY_TEMPLATE),
    "system_config.json": (present) => mergeSection(present, SWITCH_TEMPLATE),
    ...projectHooks(command),
    ...Object.fromEntries(
      INSTALLED.map((name) => TEMPLATES[name]).map(({ fileName, render }) => [
        `baton/${fileName}`,
        (present: string | null) => mergeText(present, render()),
      ]),
    ),
  };
}

/** Plans the change of `baton init` to each file of a repository. */
export function planFiles(root: string, files: FileSet): Promise<PlannedFile[]> {
  return Promise.all(
    Object.entries(files).map(async ([path, merge]) => {
      const reason = await findObstacle(root, path);
      if (reason !== null) return { path, state: "refused" as const, reason };
      const present = await readPresent(join(root, path));
      const merged = merge(present);
      const isNeeded = merged.state === "deleted" && (await ignoresFiles(join(root, path)));
      return isNeeded ? { path, state: "same" as const, text: present ?? "" } : { path, ...merged };
    }),
  );
}

/** Returns true for a `.gitignore` with other files next to it, which git would otherwise list. */
async function ignoresFiles(path: string): Promise<boolean> {
  return basename(path) === ".gitignore" && (await readdir(dirname(path))).length > 1;
}

/**
 * Returns the reason why a path cannot be written: a symbolic link would be replaced, or lead out of the
 * repository.
 */
async function findObstacle(root: string, path: string): Promise<string | null> {
  const target = await lstat(join(root, path)).catch(() => null);
  if (target?.isSymbolicLink()) return "it is a symbolic link";
  if (target && !target.isFile()) return "it is not a file";
  const folder = await nearestFolder(dirname(join(root, path)));
  const below = relative(await realpath(root), folder.path);
  if (below === ".." || below.startsWith(`..${sep}`)) return "its folder leads out of the repository";
  return folder.isFolder ? null : "a file has the path of its folder";
}

async function nearestFolder(path: string): Promise<{ path: string; isFolder: boolean }> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return nearestFolder(dirname(path));
  const real = await realpath(path).catch(() => path);
  return { path: real, isFolder: (await lstat(real)).isDirectory() };
}

async function readPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
