import "server-only";
import type { Role } from "./permissions";

export interface User {
  id: string;
  name: string;
}

/** The one person of an installation without accounts, which listens on this machine alone. */
const LOCAL_USER: User = { id: "local", name: "Local owner" };
const LOCAL_ROLES: readonly Role[] = ["owner", "admin"];

/** Who sends this request; null for nobody that is known. The one place that decides it. */
export async function identifyUser(_headers: Headers): Promise<User | null> {
  return LOCAL_USER;
}

/** What the user may do in a workspace; nothing where they do not belong to it. */
export async function findRoles(_user: User, _workspaceId: string): Promise<readonly Role[]> {
  return LOCAL_ROLES;
}
