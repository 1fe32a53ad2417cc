import { z } from "zod";

const Stored = z.object({
  document: z.string(),
  policySwitch: z.object({ enabled: z.boolean(), observe: z.boolean() }),
});

const KeptDraft = z.object({
  /** The server's revision that the edits are based on; null if it had none. */
  basedOn: z.object({ draftId: z.number(), revision: z.number() }).nullable(),
  /** Content of that revision. */
  base: Stored,
  content: Stored,
});

/**
 * Edits that the server does not have yet, kept in the browser: a lost connection or a closed tab loses none.
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

/** Keeps a draft. @returns whether it is kept: a browser may have no room, or keep nothing at all. */
export function keepDraft(store: Store, workspace: string, draft: KeptDraft): boolean {
  try {
    store.setItem(keyOf(workspace), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Forgets what was kept: the server has it. */
export function deleteDraft(store: Store, workspace: string): void {
  try {
    store.removeItem(keyOf(workspace));
  } catch {
    // A browser that lets nothing be removed has let nothing be kept.
  }
}

function keyOf(workspace: string): string {
  return `baton-draft:${workspace}`;
}
