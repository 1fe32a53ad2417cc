import { z } from "zod";

/** The last row of a workspace's log, as this browser saw it. */
const SeenHead = z.object({ sequence: z.int().min(1), hash: z.string() });
export type SeenHead = z.infer<typeof SeenHead>;

const keyOf = (workspace: string) => `baton.audit-head.${workspace}`;

/**
 * What this browser verified last: an anchor that nobody who reaches the
 * database can change. Null where it has none.
 */
export function readSeenHead(workspace: string): SeenHead | null {
  try {
    return SeenHead.parse(JSON.parse(localStorage.getItem(keyOf(workspace)) ?? "null"));
  } catch {
    return null;
  }
}

/** Keeps it for the next time; where a browser keeps nothing, there is no anchor. */
export function writeSeenHead(workspace: string, head: SeenHead): void {
  try {
    localStorage.setItem(keyOf(workspace), JSON.stringify(head));
  } catch {
    // A browser that refuses to store says so for good; the chain is verified without.
  }
}
