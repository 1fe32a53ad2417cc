import { AuditChainVerifier, type ChainVerdict } from "@baton/server/audit";
import type { RouterOutputs } from "@/server/root";
import { readSeenHead, type SeenHead, writeSeenHead } from "./seen-head";

export interface VerifiedChain extends ChainVerdict {
  /** The anchor of this browser; null for the first verification. */
  anchor: SeenHead | null;
}

/**
 * Verifies the whole log of a workspace, page by page: against itself, against the head that the database
 * keeps apart, and against the row that this browser saw last.
 */
export async function verifyChain(
  workspace: string,
  readPage: (after: number) => Promise<RouterOutputs["audit"]["chain"]>,
  onProgress: (rowCount: number) => void,
): Promise<VerifiedChain> {
  const anchor = readSeenHead(workspace);
  const first = await readPage(0);
  // The head of the first answer: rows that are added meanwhile come after it.
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
