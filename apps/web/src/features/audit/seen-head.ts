import { z } from "zod";
import { BASE_PATH } from "@/base-path";

/** The last entry of a workspace's log that this browser verified. */
const SeenHead = z.object({ sequence: z.int().min(1), hash: z.string() });
export type SeenHead = z.infer<typeof SeenHead>;

const keyOf = (workspace: string) => `baton.audit-head.${BASE_PATH}${workspace}`;

/**
 * Reads the last entry verified in this browser, an anchor out of reach of anyone with access to the
 * database. Null before the first verification.
 */
export function readSeenHead(workspace: string): SeenHead | null {
  try {
    return SeenHead.parse(JSON.parse(localStorage.getItem(keyOf(workspace)) ?? "null"));
  } catch {
    return null;
  }
}

/** Stores the entry for the next verification. Without browser storage, the anchor is missing. */
export function writeSeenHead(workspace: string, head: SeenHead): void {
  try {
    localStorage.setItem(keyOf(workspace), JSON.stringify(head));
  } catch {
    // The browser refuses to store; verification works without an anchor.
  }
}
