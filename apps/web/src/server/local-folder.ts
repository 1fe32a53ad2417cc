import "server-only";
import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { env } from "@/env";
import { AGENT_FOLDERS } from "@/features/connect/agent-folders";
import { publicAddress } from "./public-address";

/**
 * Returns true if users of this server may choose folders to follow: it runs next to ingest, and only this machine
 * reaches it. On a shared server, a folder could hold what belongs to others.
 */
export function mayChooseFolders(): boolean {
  const { BATON_INGEST_PORT, BATON_START_COMMAND } = env();
  const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(new URL(publicAddress()).hostname);
  return isLocal && BATON_INGEST_PORT !== undefined && BATON_START_COMMAND !== undefined;
}

/** Lists the session folders of coding agents on this machine; `root` is the real path. */
export async function findKnownFolders(): Promise<{ name: string; path: string; root: string }[]> {
  const found = await Promise.all(
    Object.entries(AGENT_FOLDERS).map(async ([name, folder]) => {
      const root = await resolveFolder(`~/${folder}`);
      return root === null ? [] : [{ name, path: path.join(homedir(), folder), root }];
    }),
  );
  return found.flat();
}

/**
 * Returns the real path of a file or folder that a user named; `~` is the home folder. Null if it does not exist, or is
 * not absolute.
 */
export async function resolveFolder(typed: string): Promise<string | null> {
  const expanded = typed.replace(/^~(?=$|\/)/, homedir());
  if (!path.isAbsolute(expanded)) return null;
  return realpath(/* turbopackIgnore: true */ expanded).catch(() => null);
}
