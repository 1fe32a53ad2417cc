import { createHash } from "node:crypto";
import { type ApiKeyVerdict, verifyApiKey } from "@baton/db";
import type { PolicyChanges } from "./policy-changes";

/** Creates a check of tokens that reads a valid key again only after an announced change, see `AnnouncedCache`. */
export function verifyKeyWith(changes: PolicyChanges): typeof verifyApiKey {
  return async (db, { token, scopes }) => {
    let verdict: ApiKeyVerdict | null = null;
    const name = createHash("sha256").update(token).digest("base64");
    const key = await changes.keys.find(name, async () => {
      verdict = await verifyApiKey(db, { token, scopes });
      return verdict.ok
        ? { value: verdict.key, workspaceId: verdict.key.workspaceId }
        : { value: null, workspaceId: null };
    });
    if (verdict !== null) return verdict;
    if (key === null || (key.expiresAt !== null && key.expiresAt.getTime() <= Date.now())) {
      return { ok: false, reason: "expired" };
    }
    return scopes.some((scope) => key.scopes.includes(scope))
      ? { ok: true, key }
      : { ok: false, reason: "wrong_scope" };
  };
}
