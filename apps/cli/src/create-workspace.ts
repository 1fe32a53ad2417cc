import type { Database } from "@baton/db";
import { ensureWorkspace } from "@baton/db/write";
import { printProgress } from "./output";

/** Creates a workspace if the ID does not exist, and prints that, because the ID could be a mistake. */
export async function createIfMissing(db: Database, workspaceId: string): Promise<void> {
  if (await ensureWorkspace(db, { workspaceId })) printProgress(`Created the workspace “${workspaceId}”.`);
}
