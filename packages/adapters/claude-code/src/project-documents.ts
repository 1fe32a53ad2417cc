import { readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isHandoffDocumentPath } from "@baton/core/internal";
import { countTokens } from "@baton/core/tokens";
import type { HookEvent } from "./hook-event";
import { contextFor, type HookOutput } from "./hook-output";

/** Bounds of the search: entries that are looked at, and folders below the project. */
const [MAX_ENTRIES, MAX_DEPTH] = [3_000, 5];
const SKIPPED = new Set(["node_modules", "dist", "build", "vendor", "target", "venv"]);
const MAX_LISTED = 12;
/** Size of the list for a subagent. */
const MAX_TOKENS = 500;

interface Document {
  /** Path from the project, with `/`. */
  readonly path: string;
  readonly kind: "handoff document" | "manifest";
  readonly changedAt: number;
}

/** Tells a subagent which handoff documents and manifests there are, newest first, in at most 500 tokens. */
export function listDocuments({ project }: HookEvent): HookOutput | null {
  const documents = findDocuments(project).slice(0, MAX_LISTED);
  let text: string | null = null;
  let lines =
    "Documents that earlier agents of this project left, newest first. Read those that concern your task:";
  for (const { path, kind } of documents) {
    lines += `\n- ${path} (${kind})`;
    if (countTokens(lines) > MAX_TOKENS) break;
    text = lines;
  }
  return contextFor("SubagentStart", text);
}

/** Offers the newest handoff document of the project at the start of a session. */
export function offerHandoff({ input, project }: HookEvent): HookOutput | null {
  // A resumed session has its own past.
  if (input.source === "resume") return null;
  const newest = findDocuments(project).find(({ kind }) => kind === "handoff document");
  if (!newest) return null;
  const written = new Date(newest.changedAt).toISOString().slice(0, 10);
  const text = `The newest handoff document of this project is ${newest.path}, of ${written}. If the user continues that work, read it first; /baton:resume does so.`;
  return {
    systemMessage: `Handoff document ${newest.path}, of ${written}: continue with /baton:resume.`,
    ...contextFor("SessionStart", text),
  };
}

/** Finds handoff documents, and the manifests in `artifacts/`, newest first. */
export function findDocuments(project: string): Document[] {
  const found: Document[] = [];
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

function sort(documents: Document[]): Document[] {
  return documents.sort((a, b) => b.changedAt - a.changedAt || (a.path < b.path ? -1 : 1));
}

function kindOf(path: string): Document["kind"] | null {
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
