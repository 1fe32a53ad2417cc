import { realpath } from "node:fs/promises";
import { listFiles } from "./list-files";
import { openToRead } from "./open-to-read";
import { recognizeFile } from "./recognize-file";

/** Files of one kind that Baton does not read. */
export interface UnreadFiles {
  /** The tool that wrote them, otherwise their file extension, such as `*.png`. */
  name: string;
  reason: string;
  fileCount: number;
  byteCount: number;
}

/**
 * Lists the files that Baton does not read in files and folders, largest first.
 *
 * @throws if a path is missing or unreadable.
 */
export async function listUnread(paths: readonly string[]): Promise<UnreadFiles[]> {
  const kinds = new Map<string, UnreadFiles>();
  for (const path of paths) {
    for (const file of await listFiles(await realpath(path))) {
      const unread = await recognizeUnread(file.path);
      if (!unread) continue;
      const key = JSON.stringify(unread);
      const kind = kinds.get(key) ?? { ...unread, fileCount: 0, byteCount: 0 };
      kinds.set(key, { ...kind, fileCount: kind.fileCount + 1, byteCount: kind.byteCount + file.size });
    }
  }
  return [...kinds.values()].sort((a, b) => b.byteCount - a.byteCount || (a.name < b.name ? -1 : 1));
}

async function recognizeUnread(path: string): Promise<Pick<UnreadFiles, "name" | "reason"> | null> {
  const handle = await openToRead(path).catch(() => null);
  if (!handle) return { name: endingOf(path), reason: "this account may not read it" };
  try {
    const verdict = await recognizeFile(handle, path);
    if (verdict === null || !("notRead" in verdict)) return null;
    return { name: verdict.tool ?? endingOf(path), reason: verdict.notRead };
  } finally {
    await handle.close();
  }
}

/** Returns `*.png` for `/a/b.png`, and the whole name of a file without an extension. */
function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `*${name.slice(dot).toLowerCase()}` : name;
}
