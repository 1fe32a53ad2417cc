import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/*
 * Users, their credentials and their sessions. The column names are those of better-auth. These tables belong
 * to the installation, not to a workspace.
 */

export const authUser = pgTable(
  "auth_user",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** In lower case. */
    email: text("email").notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text("image"),
    /** True for the first account: owner and admin of each workspace that a command creates. */
    isFounder: boolean("is_founder").notNull().default(false),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("auth_user_one_founder").on(table.isFounder).where(sql`${table.isFounder}`)],
);

const userId = () =>
  text("user_id")
    .notNull()
    .references(() => authUser.id, { onDelete: "cascade" });

/**
 * A signed-in browser. Its cookie contains the token with a signature that cannot be derived from the
 * database.
 */
export const authSession = pgTable(
  "auth_session",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull().unique(),
    userId: userId(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [index("auth_session_user").on(table.userId)],
);

/**
 * A way to sign in: a password (`credential`, hashed by scrypt), or an account of an OpenID Connect provider.
 */
export const authAccount = pgTable(
  "auth_account",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: userId(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: moment("access_token_expires_at"),
    refreshTokenExpiresAt: moment("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("auth_account_user").on(table.userId),
    uniqueIndex("auth_account_provider").on(table.providerId, table.accountId),
  ],
);

/** The state that a sign-in at a provider must return. */
export const authVerification = pgTable(
  "auth_verification",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [index("auth_verification_identifier").on(table.identifier)],
);

/** Purposes of a one-time link. */
export const LINK_PURPOSES = ["sign_in", "reset_password"] as const;

/** A one-time link. Stores only the SHA-256 of its token, and the row is deleted when it is used. */
export const authLink = pgTable(
  "auth_link",
  {
    tokenHash: text("token_hash").notNull(),
    purpose: text("purpose", { enum: LINK_PURPOSES }).notNull(),
    userId: userId(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenHash] }), index("auth_link_user").on(table.userId)],
);
