import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** Scopes of a key: post events and traces; read; scope contexts and check documents; add rules to the draft. */
export const API_KEY_SCOPES = ["ingest", "read", "evaluate", "propose"] as const;

/** An API key. Stores only the hash of its secret; `prefix` identifies it. */
export const apiKey = pgTable(
  "api_key",
  {
    workspaceId: workspaceId(),
    keyId: text("key_id").notNull(),
    name: text("name").notNull(),
    prefix: text("prefix").notNull(),
    /** SHA-256 in hex of 256 random bits. These cannot be guessed, so a slow hash would add nothing. */
    secretHash: text("secret_hash").notNull(),
    scopes: text("scopes", { enum: API_KEY_SCOPES }).array().notNull(),
    createdBy: text("created_by").notNull(),
    /** The creator's account; null without one. What a key proposes counts as theirs. */
    createdById: text("created_by_id"),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** Null if it never expires. */
    expiresAt: moment("expires_at"),
    /** Rounded to the minute. */
    lastUsedAt: moment("last_used_at"),
    revokedAt: moment("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.keyId] }),
    // A request contains only the key, which determines the workspace.
    index("api_key_id").on(table.keyId),
  ],
);
