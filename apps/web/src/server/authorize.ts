import "server-only";
import { getMembership, type Role } from "@baton/db";
import type { Context } from "./context";
import type { User } from "./identity";
import { isPermitted } from "./permissions";

type Workspace = NonNullable<Awaited<ReturnType<typeof getMembership>>>["workspace"];

/** Why something may not be done; a workspace that one does not belong to is not told from one that does not exist. */
export type Refusal = "not_signed_in" | "no_such_workspace" | "not_permitted";

export type Authorization =
  | { ok: true; user: User; workspace: Workspace; roles: readonly Role[] }
  | { ok: false; refusal: Refusal };

/** Decides whether who asks may do, in a workspace, what is granted to these roles. The one place that decides it. */
export async function authorize(
  { db, user }: Pick<Context, "db" | "user">,
  granted: readonly Role[],
  workspaceId: string,
): Promise<Authorization> {
  if (!user) return { ok: false, refusal: "not_signed_in" };
  const membership = await getMembership(db, { workspaceId, userId: user.id });
  if (!membership || membership.roles.length === 0) return { ok: false, refusal: "no_such_workspace" };
  const { workspace, roles } = membership;
  if (!isPermitted(granted, roles)) return { ok: false, refusal: "not_permitted" };
  return { ok: true, user, workspace, roles };
}
