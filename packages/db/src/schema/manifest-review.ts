import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, workspaceId } from "./columns";

/** `withdrawn` cancels earlier reviews: the manifest counts as not reviewed. */
export const REVIEW_VERDICTS = ["approved", "sent_back", "withdrawn"] as const;

/** Reviews of manifests. Rows are never changed; the last one of a manifest is valid. */
export const manifestReview = pgTable(
  "manifest_review",
  {
    workspaceId: workspaceId(),
    reviewId: bigint("review_id", { mode: "number" }).generatedAlwaysAsIdentity(),
    manifestId: text("manifest_id").notNull(),
    verdict: text("verdict", { enum: REVIEW_VERDICTS }).notNull(),
    comment: text("comment").notNull(),
    reviewer: text("reviewer").notNull(),
    reviewedAt: moment("reviewed_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.reviewId] }),
    index("manifest_review_manifest").on(table.workspaceId, table.manifestId, table.reviewId),
  ],
);
