import { randomUUID } from "node:crypto";
import { and, arrayContains, desc, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { invitation, workspace, workspaceMember } from "../../schema/index";
import { createLinkToken, hashLinkToken } from "../account/link-token";
import type { Role } from "./workspace-member";

const { tokenHash: _, invitedById: __, ...SHOWN_COLUMNS } = getTableColumns(invitation);

/** An invitation without the hash of its token. */
type Invitation = Omit<typeof invitation.$inferSelect, "tokenHash" | "invitedById">;

/** The inviter must still be an admin; otherwise a removed admin could return with a saved link. */
const IS_BY_AN_ADMIN = sql`(${invitation.invitedById} is null or exists (select from ${workspaceMember} where ${and(
  eq(workspaceMember.workspaceId, invitation.workspaceId),
  eq(workspaceMember.userId, invitation.invitedById),
  arrayContains(workspaceMember.roles, ["admin"]),
)}))`;

/** Not used, revoked or expired, and from an inviter who may still invite. */
const IS_OPEN = and(
  isNull(invitation.acceptedAt),
  isNull(invitation.revokedAt),
  gt(invitation.expiresAt, sql`now()`),
  IS_BY_AN_ADMIN,
);

export interface NewInvitation {
  workspaceId: string;
  /** Recipient of the mail; null if the link is shared by hand. */
  email: string | null;
  roles: readonly Role[];
  invitedBy: { id: string; name: string };
  lifetimeSeconds: number;
}

/**
 * Invites someone into a workspace.
 * @returns the invitation and its token, which cannot be read again, because only its hash is stored.
 */
export async function createInvitation(
  db: Database,
  { workspaceId, email, roles, invitedBy, lifetimeSeconds }: NewInvitation,
): Promise<{ token: string; invitation: Invitation }> {
  const { token, tokenHash } = createLinkToken();
  const [made] = await db
    .insert(invitation)
    .values({
      workspaceId,
      invitationId: randomUUID(),
      tokenHash,
      email,
      roles: [...roles],
      invitedBy: invitedBy.name,
      invitedById: invitedBy.id,
      expiresAt: sql`now() + make_interval(secs => ${lifetimeSeconds})`,
    })
    .returning(SHOWN_COLUMNS);
  if (!made) throw new Error("an insert without conflict gives its row");
  return { token, invitation: made };
}

/** Lists the valid invitations of a workspace, newest first. */
export async function listInvitations(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<Invitation[]> {
  return db
    .select(SHOWN_COLUMNS)
    .from(invitation)
    .where(and(eq(invitation.workspaceId, workspaceId), IS_OPEN))
    .orderBy(desc(invitation.createdAt), desc(invitation.invitationId));
}

/** Returns the invitation of a link; null if it is not valid. */
export async function findInvitation(db: Database, { token }: { token: string }) {
  const [found] = await db
    .select({
      workspaceId: invitation.workspaceId,
      workspaceName: workspace.name,
      email: invitation.email,
      roles: invitation.roles,
      invitedBy: invitation.invitedBy,
    })
    .from(invitation)
    .innerJoin(workspace, eq(workspace.workspaceId, invitation.workspaceId))
    .where(and(eq(invitation.tokenHash, hashLinkToken(token)), IS_OPEN));
  return found ?? null;
}

/** Returns the workspace of an invitation, whether or not it is valid, or null. */
export async function findInvitedWorkspace(
  db: Database,
  { token }: { token: string },
): Promise<{ workspaceId: string } | null> {
  const [found] = await db
    .select({ workspaceId: invitation.workspaceId })
    .from(invitation)
    .where(eq(invitation.tokenHash, hashLinkToken(token)));
  return found ?? null;
}

/** Marks a valid invitation as accepted and returns it. If several people accept it at once, one gets it. */
export async function acceptInvitation(
  tx: Database,
  { token, userId }: { token: string; userId: string },
): Promise<Invitation | null> {
  const [accepted] = await tx
    .update(invitation)
    .set({ acceptedAt: sql`now()`, acceptedBy: userId })
    .where(and(eq(invitation.tokenHash, hashLinkToken(token)), IS_OPEN))
    .returning(SHOWN_COLUMNS);
  return accepted ?? null;
}

/** Revokes a valid invitation and returns it. */
export async function revokeInvitation(
  db: Database,
  { workspaceId, invitationId }: { workspaceId: string; invitationId: string },
): Promise<Invitation | null> {
  const [revoked] = await db
    .update(invitation)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(invitation.workspaceId, workspaceId), eq(invitation.invitationId, invitationId), IS_OPEN))
    .returning(SHOWN_COLUMNS);
  return revoked ?? null;
}
