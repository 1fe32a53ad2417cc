import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describeOffloaded, type OffloadedText } from "../../handoff-document/offload";
import { replaceFile } from "../replace-whole";

/**
 * Moves a large text to a file named by its hash, so that each text is stored once.
 *
 * @param folder created if it is missing.
 * @returns the replacement of the text.
 * @throws file system errors.
 */
export async function offloadText(folder: string, text: string): Promise<OffloadedText> {
  const hash = sha256(text);
  const path = join(folder, `${hash}.txt`);
  await mkdir(folder, { recursive: true });
  await replaceFile(path, text);
  return describeOffloaded(text, path, hash);
}

/** The current state of an offloaded file: unchanged, changed or missing. */
export type ReadOffloaded = { state: "same" | "changed"; text: string } | { state: "missing" };

/**
 * Reads an offloaded text and reports if it changed.
 *
 * @throws file system errors, except for a missing file.
 */
export async function readOffloaded({ path, sha256: hash }: OffloadedText): Promise<ReadOffloaded> {
  try {
    const bytes = await readFile(path);
    return { state: sha256(bytes) === hash ? "same" : "changed", text: bytes.toString("utf8") };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { state: "missing" };
    throw error;
  }
}

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
