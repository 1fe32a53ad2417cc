import type { Database } from "@baton/db";
import { setSessionColumns } from "@baton/db/write";

/** Stores the columns that a member chose for the list of sessions. The audit log does not record this choice. */
export async function chooseSessionColumns(
  tx: Database,
  choice: { workspaceId: string; userId: string; columns: string[] | null },
): Promise<void> {
  await setSessionColumns(tx, choice);
}
