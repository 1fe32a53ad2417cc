import { basename } from "node:path";
import { parseHandoffDocument } from "@baton/core/handoff-document";
import { readHandoffDocument } from "@baton/core/internal";
import type { EventLine, SourceFile } from "@baton/db/write";
import type { DocumentContent } from "./document-content";
import type { IngestContext } from "./ingest-context";
import { resolveRecords } from "./resolve-record";
import { findProject, taskFolderOf } from "./task-folder";
import { documentTime } from "./validate-handoff-file";

/**
 * Returns a handoff document as the line of its file: the handoff of an agent that ended. A document in the
 * folder of a task belongs to the task's session; another one names its session, or has none.
 *
 * @param file with the generation that is stored.
 * @param mtime used without a valid time in the document.
 * @returns null if the document is too long to be stored.
 */
export async function toSuccessionLine(
  { scanner, storesContent }: Pick<IngestContext, "scanner" | "storesContent">,
  file: SourceFile,
  { bytes, byteLength, sha256 }: DocumentContent,
  mtime: Date,
): Promise<EventLine | null> {
  const { path, sourceFileId, generation } = file;
  if (!bytes) return null;
  const text = bytes.toString("utf8");
  const masked = scanner.maskText(text);
  const { document } = parseHandoffDocument(masked.text);
  const taskFolder = taskFolderOf(path);
  const { root } = await findProject(path);
  const record = readHandoffDocument({
    ...document,
    path,
    text,
    session: taskFolder === root ? null : basename(taskFolder),
  });
  const resolved = resolveRecords([record], {
    sourceFileId,
    generation,
    sequence: 0,
    carriedTime: documentTime(document.frontMatter, mtime),
    defaultSession: null,
    now: Date.now(),
    storesContent,
  });
  if (!resolved.ok) return null;
  return {
    lineNumber: 1,
    text: storesContent ? masked.text : null,
    byteLength,
    sha256,
    maskedSecretCount: masked.secretCount,
    records: resolved.records,
  };
}
