import type { Database } from "@baton/db";
import { blockErasure, hashName, listErasedNames, standsBetween } from "@baton/db/write";

/**
 * Creates a check that tells if a text contains the name of an erased session or agent as a whole JSON
 * string; null without erasures.
 *
 * @param tx a transaction; new erasures wait for its end.
 */
export async function findErasedInText(
  tx: Database,
  workspaceId: string,
): Promise<((text: string) => boolean) | null> {
  await blockErasure(tx, workspaceId);
  const erasures = await listErasedNames(tx, workspaceId);
  if (!erasures) return null;
  const { sessions, agents, isWorkspaceErased } = erasures;
  const isErased = remember((name: string) => agents.has(hashName(name)) || sessions.has(hashName(name)));
  return (text) => isWorkspaceErased || namesIn(text).some(isErased);
}

/** Returns true if a document belongs to or names an erased agent. */
export async function isDocumentErased(
  tx: Database,
  {
    workspaceId,
    agents,
    text,
  }: { workspaceId: string; agents: readonly (string | null)[]; text: string | null },
): Promise<boolean> {
  const erasures = await listErasedNames(tx, workspaceId);
  if (!erasures) return false;
  const names = [...agents, ...namesIn(text ?? "")];
  return (
    erasures.isWorkspaceErased || names.some((name) => name !== null && erasures.agents.has(hashName(name)))
  );
}

/**
 * Matches a JSON string that may be the name of an agent: at most 256 characters, each with up to two units
 * and twelve signs. The closing quote may open another string, so that strings after a longer one or a single
 * quote are found too.
 */
const NAME = /(?<!\\)"(?=((?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u]){1,512})")/g;

/** Returns each complete string of a JSON text once, decoded, because a name may be escaped. */
export function namesIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, inside = ""] of text.matchAll(NAME)) {
    if (!standsBetween(inside)) names.add(inside.includes("\\") ? readString(inside) : inside);
  }
  return [...names];
}

/** Text that is not JSON is used as written. */
function readString(inside: string): string {
  try {
    const value: unknown = JSON.parse(`"${inside}"`);
    return typeof value === "string" ? value : inside;
  } catch {
    return inside;
  }
}

/** Returns the check with its results remembered, because a batch repeats few names. */
export function remember(check: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const verdict = known.get(name) ?? check(name);
    known.set(name, verdict);
    return verdict;
  };
}
