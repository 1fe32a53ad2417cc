import "server-only";
import type { Database } from "@baton/db";
import { applyGroupRoles } from "@baton/services/account/apply-group-roles";
import { z } from "zod";
import { env } from "@/env";
import { readProfile } from "./account-inputs";

/** A claim can be a list, or one name. */
const Groups = z.union([z.array(z.string()), z.string().transform((group) => [group])]).catch([]);

/**
 * Gives a user who signed in at the provider the roles of their groups (`BATON_OIDC_GROUP_ROLES`).
 *
 * @param signedIn.idToken verified by the sign-in.
 */
export async function applyGroups(
  db: Database,
  { userId, idToken }: { userId: string; idToken: string },
): Promise<void> {
  const { BATON_OIDC_GROUP_ROLES: mapping, BATON_OIDC_GROUPS_CLAIM: claim } = env();
  if (mapping.length === 0) return;
  const claims = readClaims(idToken);
  const person = { id: userId, name: readProfile(claims).name };
  await applyGroupRoles(db, { person, groups: Groups.parse(claims[claim]), mapping });
}

/** Reads the claims of a token (RFC 7519, 7.2). */
function readClaims(idToken: string): Record<string, unknown> {
  const [, payload = ""] = idToken.split(".");
  return z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
}
