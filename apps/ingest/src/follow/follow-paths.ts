import { realpath } from "node:fs/promises";
import type { Database } from "@baton/db";
import { createContext } from "../pipeline/create-context";
import type { BatchCounts } from "../pipeline/ingest-context";
import { Follower } from "./follower";

interface FollowPathsOptions {
  db: Database;
  workspaceId: string;
  /** Files and folders that are already sources of the workspace. */
  paths: readonly string[];
  storesContent?: boolean;
  onBatch: (path: string, counts: BatchCounts) => void;
  onFailure: (doing: string, error: unknown) => void;
}

/** Imports new data of some sources continuously, until it is stopped. */
export async function followPaths(options: FollowPathsOptions): Promise<{ stop: () => Promise<void> }> {
  const { db, workspaceId, storesContent = true, onBatch, onFailure } = options;
  const roots = new Set(await Promise.all(options.paths.map((path) => realpath(path))));
  const observer = {
    onBatch: ({ path }: { path: string }, counts: BatchCounts) => {
      if (counts.lineCount > 0) onBatch(path, counts);
    },
    onFailure,
  };
  const follower = new Follower(createContext({ db, storesContent }), observer, {
    isFollowed: (source) => source.workspaceId === workspaceId && roots.has(source.root),
  });
  follower.start();
  return { stop: () => follower.stop() };
}
