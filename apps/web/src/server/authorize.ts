import "server-only";
import { type Database, getMembership, type Role } from "@baton/db";
import { cache } from "react";
import type { Context } from "./context";
import type { User } from "./identity";
import { isUnstorable } from "./is-unstorable";
import { isPermitted } from "./permissions";

type Workspace = NonNullable<Awaited<ReturnType<typeof getMembership>>>["workspace"];

/** Reason for a refusal. A workspace of others looks like one that does not exist. */
export type Refusal = "not_signed_in" | "no_such_workspace" | "not_permitted";

/** HTTP status of each refusal in a route handler. */
export const REFUSAL_STATUS = {
  not_signed_in: 401,
  no_such_workspace: 404,
  not_permitted: 403,
} as const satisfies Record<Refusal, number>;

export type Authorization =
  | { ok: true; user: User; workspace: Workspace; roles: readonly Role[] }
  | { ok: false; refusal: Refusal };

/**
 * Each procedure of a page needs it, so it is read once per render.
 * Other callers read it each time.
 */
const findMembership = cache((db: Database, workspaceId: string, userId: string) =>
  getMembership(db, { workspaceId, userId }),
);

/**
 * Decides whether the user may perform an operation in a workspace that is granted
 * to these roles. No other code decides it.
 */
export async function authorize(
  { db, user }: Pick<Context, "db" | "user">,
  granted: readonly Role[],
  workspaceId: string,
): Promise<Authorization> {
  if (!user) return { ok: false, refusal: "not_signed_in" };
  if (isUnstorable(workspaceId)) return { ok: false, refusal: "no_such_workspace" };
  const membership = await findMembership(db, workspaceId, user.id);
  if (!membership || membership.roles.length === 0) return { ok: false, refusal: "no_such_workspace" };
  const { workspace, roles } = membership;
  if (!isPermitted(granted, roles)) return { ok: false, refusal: "not_permitted" };
  return { ok: true, user, workspace, roles };
}
