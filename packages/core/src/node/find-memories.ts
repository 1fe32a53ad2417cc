import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Memory, parseMemoryLines, parseMemoryNotes } from "../memory/memory";
import { ContainedFolder } from "./contained-folder";

/** Files in which agents of a project keep memories. */
const FILES = [
  "CLAUDE.md",
  ".claude/CLAUDE.md",
  "AGENTS.md",
  "memories.jsonl",
  "storage/memory/memories.jsonl",
];
const FOLDERS = ["memory", ".claude/memory", ".codex/memories"];

/** Larger files are logs, not memories. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the memories of a project: `CLAUDE.md`, `AGENTS.md`, `memories.jsonl`, and the Markdown files of the
 * folders `memory`, `.claude/memory` and `.codex/memories`. Changes none of them.
 *
 * @param more further files, below the project.
 * @throws file system errors if the project cannot be opened.
 */
export async function findMemories(project: string, more: readonly string[] = []): Promise<Memory[]> {
  const folder = await ContainedFolder.open(project);
  const listed = await Promise.all(FOLDERS.map((name) => listNotes(folder.path, name)));
  const memories: Memory[] = [];
  for (const path of new Set([...FILES, ...listed.flat(), ...more])) {
    const read = await folder.read(path, MAX_BYTES);
    if (read.state !== "read") continue;
    const text = new TextDecoder().decode(read.bytes);
    const parse = path.endsWith(".jsonl") ? parseMemoryLines : parseMemoryNotes;
    memories.push(...parse(path, text));
  }
  return memories;
}

async function listNotes(project: string, folder: string): Promise<string[]> {
  const names = await readdir(join(project, folder)).catch(() => []);
  return names
    .filter((name) => /\.(?:md|jsonl)$/.test(name))
    .sort()
    .map((name) => `${folder}/${name}`);
}
