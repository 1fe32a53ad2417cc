import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Sum, selectRows } from "../statement/rows";

/** Limits of a user's changes to policies of a workspace per hour, far more than anyone makes by hand. */
const MAX_OF_HOUR = { revisions: 1_000, revisionBytes: 200_000_000, remarks: 200 };
/** Comments on a draft, by all users. Reviews are not limited, so that they are never blocked. */
const MAX_REMARKS = 1_000;

const Written = z.object({ revisions: Sum, revisionBytes: Sum, remarks: Sum, remarksOnDraft: Sum });

/**
 * Returns true if a user has written too many revisions and comments, which are rows that are never deleted.
 * Counts before the next one, so simultaneous requests can exceed the limit slightly.
 *
 * @param about.draftId the draft to comment on; not set to save a revision.
 */
export async function isWritingTooMuch(
  db: Database,
  { workspaceId, personId, draftId }: { workspaceId: string; personId: string; draftId?: number },
): Promise<boolean> {
  const [written] = await selectRows(
    db,
    Written,
    sql`select ofHour.*, remark.* from
      (select count(*) as revisions, coalesce(sum(octet_length(document)), 0) as "revisionBytes"
        from policy_draft_revision
        where workspace_id = ${workspaceId} and saved_by_id = ${personId} and saved_at > now() - interval '1 hour') ofHour,
      (select count(*) filter (where reviewer_id = ${personId} and reviewed_at > now() - interval '1 hour') as remarks,
          count(*) filter (where draft_id = ${draftId ?? null}::bigint) as "remarksOnDraft"
        from policy_review where workspace_id = ${workspaceId} and entry in ('commented', 'requested')) remark`,
  );
  if (!written) throw new Error("an aggregate without groups gives one row");
  const { revisions, revisionBytes, remarks, remarksOnDraft } = written;
  if (draftId !== undefined) return remarks >= MAX_OF_HOUR.remarks || remarksOnDraft >= MAX_REMARKS;
  return revisions >= MAX_OF_HOUR.revisions || revisionBytes >= MAX_OF_HOUR.revisionBytes;
}
