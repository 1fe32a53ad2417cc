import { readFile } from "node:fs/promises";
import { replaceFile } from "@baton/core/node";
import type { AuditAnchor } from "@baton/server/audit";
import { z } from "zod";
import { misuse } from "../../command-error";
import { writing } from "../../writing";

/** The last verified entry of each workspace. */
const Anchors = z.record(
  z.string(),
  z.object({ sequence: z.int().min(1), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
);

/**
 * Reads a file of anchors; a missing file contains none.
 * @throws CommandError if the content is invalid.
 */
export async function readAnchors(path: string): Promise<Record<string, AuditAnchor>> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "{}";
    throw misuse(`The anchors in ${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  try {
    return Anchors.parse(JSON.parse(text));
  } catch {
    throw misuse(`${path} contains no audit log anchors. Name another file, or move this one.`);
  }
}

/** Writes a file of anchors atomically. */
export async function writeAnchors(path: string, anchors: Record<string, AuditAnchor>): Promise<void> {
  await writing(path, () => replaceFile(path, `${JSON.stringify(anchors, null, 2)}\n`));
}
