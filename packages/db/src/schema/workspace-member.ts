import { index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { authUser } from "./account";
import { moment, workspaceId } from "./columns";

/** What someone may be in a workspace: a set, not a ladder. */
export const ROLES = ["viewer", "editor", "owner", "admin"] as const;

/** Who belongs to a workspace, and as what. */
export const workspaceMember = pgTable(
  "workspace_member",
  {
    workspaceId: workspaceId(),
    userId: text("user_id")
      .notNull()
      .references(() => authUser.id, { onDelete: "cascade" }),
    roles: text("roles", { enum: ROLES }).array().notNull(),
    addedAt: moment("added_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index("workspace_member_user").on(table.userId),
  ],
);

/** A link by which someone may join a workspace, once. Of its token only the SHA-256 is stored. */
export const invitation = pgTable(
  "invitation",
  {
    workspaceId: workspaceId(),
    invitationId: text("invitation_id").notNull(),
    tokenHash: text("token_hash").notNull(),
    /** Whom it was mailed to; null where the link is passed on by hand. */
    email: text("email"),
    roles: text("roles", { enum: ROLES }).array().notNull(),
    invitedBy: text("invited_by").notNull(),
    /**
     * Whose account that is: the link is worth what they may. Null where it was made before this was kept.
     */
    invitedById: text("invited_by_id"),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    acceptedBy: text("accepted_by"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.invitationId] }),
    uniqueIndex("invitation_token").on(table.tokenHash),
  ],
);
