import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../client";
import { Sum, selectRows } from "./rows";

/**
 * What one person may write on policies of a workspace within an hour: far more than anybody does by hand.
 */
const MAX_OF_HOUR = { revisions: 1_000, revisionBytes: 200_000_000, remarks: 200 };
/** Remarks on one draft, of everybody; verdicts do not count, so that nobody is kept from one. */
const MAX_REMARKS = 1_000;

const Written = z.object({ revisions: Sum, revisionBytes: Sum, remarks: Sum, remarksOnDraft: Sum });

/**
 * Whether somebody has written so many revisions and remarks that no more are taken for a while: rows that
 * nobody removes. Counted before the next one, so that a few at the same moment may be over.
 *
 * @param about.draftId the draft that is to be remarked on; left out where a revision is to be saved.
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
