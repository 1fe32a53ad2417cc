import { type Database, getWorkspace } from "@baton/db";
import { CommandError, misuse } from "./command-error";

/** The workspace of files that are read without `--workspace`. The first of them creates it. */
const DEFAULT_WORKSPACE = "default";

/** @throws CommandError if a workspace does not exist, with what to do. */
export async function requireWorkspace(db: Database, workspaceId: string): Promise<void> {
  if (await getWorkspace(db, { workspaceId })) return;
  if (workspaceId !== DEFAULT_WORKSPACE) {
    throw misuse(`Workspace “${workspaceId}” not found. Pass an existing one with --workspace.`);
  }
  throw new CommandError(
    "No files were read into the workspace “default” yet. Read some with “baton ingest PATH”, such as ~/.claude/projects, or pass another workspace with --workspace.",
  );
}
