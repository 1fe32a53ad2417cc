import { sql } from "drizzle-orm";
import { bigint, boolean, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** States of a draft. */
const DRAFT_STATES = ["draft", "in_review", "published", "discarded"] as const;

/** Kinds of entries about a draft. `requested` asks others for a review. */
export const REVIEW_ENTRIES = ["requested", "commented", "approved", "rejected"] as const;

/** Content of a draft: the whole document as JSON text, including other sections, and the switch. */
const content = () => ({
  document: text("document").notNull(),
  isEnabled: boolean("is_enabled").notNull(),
  isObserving: boolean("is_observing").notNull(),
});

/** A policy draft; at most one per workspace is open. Its revisions have the content. */
export const policyDraft = pgTable(
  "policy_draft",
  {
    workspaceId: workspaceId(),
    draftId: bigint("draft_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    state: text("state", { enum: DRAFT_STATES }).notNull().default("draft"),
    /** The number of the last revision. */
    revision: integer("revision").notNull(),
    /** Content hash of the policy that it started with; null if it started empty. */
    basedOn: text("based_on"),
    startedAt: moment("started_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.draftId] }),
    uniqueIndex("policy_draft_open").on(table.workspaceId).where(sql`state in ('draft', 'in_review')`),
  ],
);

/** Every saved revision of a draft, numbered from 1 without gaps. Rows are added and never changed. */
export const policyDraftRevision = pgTable(
  "policy_draft_revision",
  {
    workspaceId: workspaceId(),
    draftId: bigint("draft_id", { mode: "number" }).notNull(),
    revision: integer("revision").notNull(),
    ...content(),
    savedById: text("saved_by_id").notNull(),
    savedBy: text("saved_by").notNull(),
    savedAt: moment("saved_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.draftId, table.revision] })],
);

/** Entries about a revision, in order. Rows are never changed. */
export const policyReview = pgTable(
  "policy_review",
  {
    workspaceId: workspaceId(),
    reviewId: bigint("review_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    draftId: bigint("draft_id", { mode: "number" }).notNull(),
    revision: integer("revision").notNull(),
    entry: text("entry", { enum: REVIEW_ENTRIES }).notNull(),
    comment: text("comment").notNull(),
    /** The rule it is about; null for the whole draft. */
    ruleId: text("rule_id"),
    /** Newly passing fields that an approval names. */
    acknowledged: text("acknowledged").array().notNull().default([]),
    reviewerId: text("reviewer_id").notNull(),
    reviewer: text("reviewer").notNull(),
    reviewedAt: moment("reviewed_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.draftId, table.reviewId] })],
);

/** Publishing settings of a workspace; without a row, authors cannot approve their own drafts. */
export const policySetting = pgTable(
  "policy_setting",
  {
    workspaceId: workspaceId(),
    mayApproveOwn: boolean("may_approve_own").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId] })],
);
