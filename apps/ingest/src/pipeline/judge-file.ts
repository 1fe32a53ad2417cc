import { z } from "zod";
import { judgeFirstLines, judgePath, type Verdict } from "../sources/index";
import { checkLine, isBlank } from "./check-line";
import type { ReadableFile } from "./open-file";
import { isUtf16, UTF_16 } from "./read-encoding";
import { readLines } from "./read-lines";

/** Where no line within this much is an object, a file is of no format. */
const JUDGED_BYTES = 1024 * 1024;

/** So many lines that are objects are looked at. */
const JUDGED_LINES = 20;

const JsonObject = z.record(z.string(), z.unknown());

/**
 * Judges a file's format by its path, and where that does not
 * settle it by its first lines that are objects; null: not yet.
 */
export async function judgeFile(file: ReadableFile, path: string): Promise<Exclude<Verdict, string> | null> {
  const verdict = judgePath(path);
  if (await isUtf16(file)) return { notRead: UTF_16 };
  if (verdict !== "needs first lines") return verdict;
  const { lines, nextOffset } = await readLines(file, 0, JUDGED_BYTES);
  const objects: Record<string, unknown>[] = [];
  for (const raw of lines) {
    if (!("bytes" in raw) || isBlank(raw.bytes)) continue;
    const checked = checkLine(raw.bytes);
    const parsed = checked.ok ? JsonObject.safeParse(checked.json) : null;
    if (parsed?.success) objects.push(parsed.data);
    if (objects.length === JUDGED_LINES) break;
  }
  if (objects.length > 0) return judgeFirstLines(objects);
  if (nextOffset < JUDGED_BYTES) return null;
  return { notRead: "none of the lines in its first MiB is a JSON object" };
}
