import { readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isHandoffDocumentPath } from "../session/succession";

/** Bounds of the search: entries that are looked at, and folders below the project. */
const [MAX_ENTRIES, MAX_DEPTH] = [3_000, 5];
const SKIPPED = new Set(["node_modules", "dist", "build", "vendor", "target", "venv"]);

/** A document that an agent left in a project. */
export interface ProjectDocument {
  /** Path from the project, with `/`. */
  readonly path: string;
  readonly kind: "handoff document" | "manifest";
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/**
 * Finds the handoff documents of a project, and the manifests in its folders `artifacts`, newest first. Looks at
 * 3,000 entries, down to the fifth folder; omits hidden folders, and folders of dependencies and build output.
 *
 * @param project path of its root. A folder that cannot be listed counts as empty.
 */
export function findDocuments(project: string): ProjectDocument[] {
  const found: ProjectDocument[] = [];
  const folders = [{ path: project, depth: 0 }];
  let entriesLeft = MAX_ENTRIES;
  for (const { path, depth } of folders) {
    for (const entry of listEntries(path)) {
      entriesLeft -= 1;
      if (entriesLeft < 0) return sort(found);
      const own = join(path, entry.name);
      const isVisited = depth < MAX_DEPTH && !entry.name.startsWith(".") && !SKIPPED.has(entry.name);
      if (entry.isDirectory() && isVisited) folders.push({ path: own, depth: depth + 1 });
      const kind = entry.isFile() ? kindOf(relative(project, own).split(sep).join("/")) : null;
      const changedAt = kind && timeOf(own);
      if (kind && changedAt !== null)
        found.push({ path: relative(project, own).split(sep).join("/"), kind, changedAt });
    }
  }
  return sort(found);
}

function sort(documents: ProjectDocument[]): ProjectDocument[] {
  return documents.sort((a, b) => b.changedAt - a.changedAt || (a.path < b.path ? -1 : 1));
}

function kindOf(path: string): ProjectDocument["kind"] | null {
  if (isHandoffDocumentPath(path)) return "handoff document";
  return /(?:^|\/)artifacts\/.*\bmanifest\.json$/.test(path) ? "manifest" : null;
}

function listEntries(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

function timeOf(path: string): number | null {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return null;
  }
}
