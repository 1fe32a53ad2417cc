import { index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { authUser } from "./account";
import { moment, workspaceId } from "./columns";

/** Roles of a member: a set, not a hierarchy. */
export const ROLES = ["viewer", "editor", "owner", "admin"] as const;

/** Members of a workspace with their roles. */
export const workspaceMember = pgTable(
  "workspace_member",
  {
    workspaceId: workspaceId(),
    userId: text("user_id")
      .notNull()
      .references(() => authUser.id, { onDelete: "cascade" }),
    roles: text("roles", { enum: ROLES }).array().notNull(),
    addedAt: moment("added_at").notNull().defaultNow(),
    /** Columns of the list of sessions; null for the usual ones. */
    sessionColumns: text("session_columns").array(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index("workspace_member_user").on(table.userId),
  ],
);

/** A one-time link to join a workspace. Stores only the SHA-256 of its token. */
export const invitation = pgTable(
  "invitation",
  {
    workspaceId: workspaceId(),
    invitationId: text("invitation_id").notNull(),
    tokenHash: text("token_hash").notNull(),
    /** Recipient of the mail; null if the link is shared by hand. */
    email: text("email"),
    roles: text("roles", { enum: ROLES }).array().notNull(),
    invitedBy: text("invited_by").notNull(),
    /** The inviter, whose current permissions limit the link. Null if it was not recorded. */
    invitedById: text("invited_by_id"),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    acceptedAt: moment("accepted_at"),
    acceptedBy: text("accepted_by"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.invitationId] }),
    uniqueIndex("invitation_token").on(table.tokenHash, table.workspaceId),
  ],
);
