import type { Database } from "@baton/db";
import { addDroppedLines, insertQuarantinedLines, type QuarantinedLine } from "@baton/db/write";
import { findErasedInText } from "../erasure/erased-text";

/**
 * Quarantines lines and skips existing positions. Lines that name an erased session or agent are recorded as
 * dropped, because an invalid line can still contain erased data.
 */
export async function quarantineLines(tx: Database, lines: readonly QuarantinedLine[]): Promise<void> {
  for (const workspaceId of new Set(lines.map((line) => line.workspaceId))) {
    const own = lines.filter((line) => line.workspaceId === workspaceId);
    const namesErased = await findErasedInText(tx, workspaceId);
    const isErased = ({ text, reason }: QuarantinedLine) =>
      namesErased?.(text ?? "") || namesErased?.(reason);
    const erased = new Set(own.filter(isErased));
    await addDroppedLines(tx, workspaceId, [...erased], "erased");
    await insertQuarantinedLines(
      tx,
      own.filter((line) => !erased.has(line)),
    );
  }
}
