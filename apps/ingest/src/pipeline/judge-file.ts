import { z } from "zod";
import { judgeFirstLines, judgePath, type Verdict } from "../sources/index";
import { checkLine, isBlank } from "./check-line";
import type { ReadableFile } from "./open-file";
import { isUtf16, UTF_16 } from "./read-encoding";
import { readLines } from "./read-lines";

/** A file without an object in this range has no known format. */
const JUDGED_BYTES = 1024 * 1024;

/** Objects to inspect per file. */
const JUDGED_LINES = 20;

const JsonObject = z.record(z.string(), z.unknown());

/** Detects the format by path, otherwise by the first objects of the file. Null: not yet known. */
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
