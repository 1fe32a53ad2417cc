import { mkdir, readFile, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { replaceFile } from "../replace-whole";

const Saved = z.object({ etag: z.string(), text: z.string() });

/** The last valid response of a server. */
export interface SavedAnswer extends z.infer<typeof Saved> {
  /** Time of the last confirmation by the server, in milliseconds since 1970. */
  confirmedAt: number;
}

/** Reads the saved response; null if it is missing or unreadable. */
export async function readSavedAnswer(path: string): Promise<SavedAnswer | null> {
  try {
    const [json, { mtimeMs }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
    return { ...Saved.parse(JSON.parse(json)), confirmedAt: mtimeMs };
  } catch {
    return null;
  }
}

/** Saves a response atomically. @throws file system errors. */
export async function saveAnswer(path: string, answer: { etag: string; text: string }): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, `${JSON.stringify({ etag: answer.etag, text: answer.text })}\n`);
}

/** Records the confirmation of the saved response as the modification time of its file. */
export async function confirmSavedAnswer(path: string, now: Date): Promise<void> {
  await utimes(path, now, now);
}
