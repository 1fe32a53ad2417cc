import { AuditChainVerifier, type ChainVerdict } from "@baton/server/audit";
import type { RouterOutputs } from "@/server/root";
import { readSeenHead, type SeenHead, writeSeenHead } from "./seen-head";

export interface VerifiedChain extends ChainVerdict {
  /** The anchor of this browser; null for the first verification. */
  anchor: SeenHead | null;
}

/**
 * Verifies the whole log of a workspace in pages: its hash chain, the head that the database stores
 * separately, and the last entry that this browser verified.
 */
export async function verifyChain(
  workspace: string,
  readPage: (after: number) => Promise<RouterOutputs["audit"]["chain"]>,
  onProgress: (rowCount: number) => void,
): Promise<VerifiedChain> {
  const anchor = readSeenHead(workspace);
  const first = await readPage(0);
  // Use the head of the first response: entries added meanwhile come after it.
  const verifier = new AuditChainVerifier([first.head, anchor].filter((known) => known !== null));
  let rowCount = 0;
  for (let page = first; page.records.length > 0; ) {
    for (const record of page.records) verifier.add(record);
    rowCount += page.records.length;
    onProgress(rowCount);
    page = await readPage(page.records.at(-1)?.sequence ?? 0);
  }
  const verdict = verifier.finish();
  if (verdict.ok && verdict.head) writeSeenHead(workspace, verdict.head);
  return { ...verdict, anchor };
}
