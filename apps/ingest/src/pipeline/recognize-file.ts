import { z } from "zod";
import { recognizeFirstLines, recognizePath, type Verdict, validateDocument } from "../sources/index";
import { checkLine, isBlank } from "./check-line";
import { readContent } from "./document-content";
import type { ReadableFile } from "./open-file";
import { isUtf16, UTF_16 } from "./read-encoding";
import { MAX_LINE_BYTES, readLines } from "./read-lines";

/** A file without an object in this range has no known format. */
const JUDGED_BYTES = 1024 * 1024;

/** Objects to inspect per file. */
const JUDGED_LINES = 20;

const JsonObject = z.record(z.string(), z.unknown());

/**
 * Detects the format by path, otherwise by the first objects or the document of the file. Null: not yet
 * known.
 */
export async function recognizeFile(
  file: ReadableFile,
  path: string,
): Promise<Exclude<Verdict, string> | null> {
  const verdict = recognizePath(path);
  if (await isUtf16(file)) return { notRead: UTF_16 };
  if (verdict === "needs document") return judgeJsonFile(file);
  if (verdict !== "needs first lines") return verdict;
  const { objects, nextOffset } = await readFirstObjects(file);
  if (objects.length > 0) return recognizeFirstLines(objects);
  if (nextOffset < JUDGED_BYTES) return null;
  return { notRead: "none of the lines in its first MiB is a JSON object" };
}

async function readFirstObjects(file: ReadableFile) {
  const { lines, nextOffset } = await readLines(file, 0, JUDGED_BYTES);
  const objects: Record<string, unknown>[] = [];
  for (const raw of lines) {
    if (!("bytes" in raw) || isBlank(raw.bytes)) continue;
    const checked = checkLine(raw.bytes);
    const parsed = checked.ok ? JsonObject.safeParse(checked.json) : null;
    if (parsed?.success) objects.push(parsed.data);
    if (objects.length === JUDGED_LINES) break;
  }
  return { objects, nextOffset };
}

/**
 * Detects the format of a `.json` file. Some exporters, such as the file exporter of the OpenTelemetry
 * Collector, write a document per line under this name, so a single line may get others.
 */
async function judgeJsonFile(file: ReadableFile): Promise<Exclude<Verdict, string> | null> {
  const { size } = await file.stat();
  if (size === 0) return null;
  const { objects } = await readFirstObjects(file);
  const byLines = recognizeFirstLines(objects);
  if (size > MAX_LINE_BYTES) {
    if ("format" in byLines) return byLines;
    return { notRead: `it is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB` };
  }
  const { bytes } = await readContent(file, size);
  const checked = bytes ? checkLine(bytes) : null;
  const isOneLine = bytes?.indexOf("\n") === size - 1;
  if ("format" in byLines && (isOneLine || !checked?.ok)) return byLines;
  return checked?.ok ? validateDocument(checked.json) : { notRead: "it is not a JSON document" };
}
