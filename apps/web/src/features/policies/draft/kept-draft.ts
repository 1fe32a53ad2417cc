import { z } from "zod";
import { BASE_PATH } from "@/base-path";

/** A content with its section apart: writing 500 rules into their document takes longer than a key may. */
const Kept = z.object({
  document: z.string(),
  section: z.record(z.string(), z.unknown()),
  policySwitch: z.object({ enabled: z.boolean(), observe: z.boolean() }),
});

const KeptDraft = z.object({
  /** The server's revision that the edits are based on; null if it had none. */
  basedOn: z.object({ draftId: z.number(), revision: z.number() }).nullable(),
  /** Content of that revision. */
  base: Kept,
  content: Kept,
});

/**
 * Edits that the server does not have yet, stored in the browser, so that a lost connection or a closed tab
 * loses nothing.
 */
export type KeptDraft = z.infer<typeof KeptDraft>;

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Reads the stored draft of a workspace; null if it is missing or unreadable. */
export function readKeptDraft(store: Store, workspace: string): KeptDraft | null {
  try {
    const parsed = KeptDraft.safeParse(JSON.parse(store.getItem(keyOf(workspace)) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Stores a draft. @returns false if the browser's storage is full or turned off. */
export function keepDraft(store: Store, workspace: string, draft: KeptDraft): boolean {
  try {
    store.setItem(keyOf(workspace), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Deletes the stored draft, because the server has it. */
export function deleteDraft(store: Store, workspace: string): void {
  try {
    store.removeItem(keyOf(workspace));
  } catch {
    // If the browser prevents deletion, it also prevented storing.
  }
}

function keyOf(workspace: string): string {
  return `baton-draft:${BASE_PATH}${workspace}`;
}
