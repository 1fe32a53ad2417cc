import { dirname } from "node:path";
import { ContainedFolder } from "@baton/core/node";
import type { MaskedText, SecretScanner } from "@baton/core/secret-scanner";
import { type EventLine, type ResolvedRecord, type SourceFile, upsertHandoffContent } from "@baton/db/write";
import { storeContextFindings } from "@baton/services/content/store-content-findings";
import { sha256Of } from "../sha256";
import { checkLine } from "./check-line";
import type { IngestContext } from "./ingest-context";
import { MAX_LINE_BYTES } from "./read-lines";

/** Folder next to the session file in which `SessionWriter` stores content by hash. */
const FOLDER = "contexts";
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Masks captured content and adds it to the stored handoffs, one at a time to limit memory. Skips content
 * that is missing or does not match its hash.
 *
 * @param context whose `db` is the transaction that stored the lines.
 * @param path of the session file.
 * @returns the number of masked secrets.
 */
export async function storeCapturedContent(
  { db, scanner }: Pick<IngestContext, "db" | "scanner">,
  { workspaceId, path }: Pick<SourceFile, "workspaceId" | "path">,
  lines: readonly EventLine[],
): Promise<number> {
  // Several handoffs may name one file, so read each file once.
  const handoffs = new Map<string, ResolvedRecord[]>();
  for (const resolved of lines.flatMap(({ records }) => records)) {
    const sha256 = resolved.record.handoff?.contextSha256 ?? "";
    if (!SHA256.test(sha256)) continue;
    const others = handoffs.get(sha256);
    if (others) others.push(resolved);
    else handoffs.set(sha256, [resolved]);
  }
  if (handoffs.size === 0) return 0;
  const folder = await ContainedFolder.open(`${dirname(path)}/${FOLDER}`).catch(() => null);
  if (!folder) return 0;
  let secretCount = 0;
  for (const [sha256, naming] of handoffs) {
    const content = await readContent(folder, sha256, scanner);
    if (!content) continue;
    const handoffCount = await upsertHandoffContent(db, workspaceId, naming, content.text);
    secretCount += content.secretCount * handoffCount;
    if (handoffCount > 0) await storeContextFindings(db, workspaceId, naming, content.text);
  }
  return secretCount;
}

async function readContent(
  folder: ContainedFolder,
  sha256: string,
  scanner: SecretScanner,
): Promise<MaskedText | null> {
  const file = await folder.read(`${sha256}.json`, MAX_LINE_BYTES);
  if (file.state !== "read" || sha256Of(file.bytes) !== sha256) return null;
  const checked = checkLine(file.bytes);
  return checked.ok ? scanner.maskJson(checked.text) : null;
}
