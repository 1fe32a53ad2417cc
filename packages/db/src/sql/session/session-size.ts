import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { READ_LIMIT } from "../statement/limits";
import { selectRows } from "../statement/rows";

/** Maximum handoffs read per session: 10× the largest seen. */
export const MAX_READ_HANDOFFS = 10_000;
/** A policy is compiled before use, which takes this many times the memory of its text. */
const POLICY_WEIGHT = 16;

const AT_PLACE = sql`workspace_id, occurred_at, source_file_id, generation, sequence, ordinal`;

/**
 * Returns true if a session is too large to be read at once: more than 10,000 handoffs and compactions, or
 * more than 64 MiB of lines, including summaries and policies on other lines. Event writers decide the size
 * of a session, and reading one takes a few times its size in memory.
 */
export async function isTooLargeToRead(
  db: Database,
  { workspaceId, sessionId }: { workspaceId: string; sessionId: string },
): Promise<boolean> {
  const isOfSession = sql`workspace_id = ${workspaceId} and session_id = ${sessionId}`;
  const [size] = await selectRows(
    db,
    z.object({ isTooLarge: z.boolean() }),
    sql`select count(*) > ${MAX_READ_HANDOFFS} or coalesce(sum(byte_length), 0)
        + (select coalesce(sum(octet_length(summary)), 0) from compaction where ${isOfSession})
        + ${POLICY_WEIGHT}::int * (select coalesce(sum(octet_length(policy_text)), 0) from policy_version
          where workspace_id = ${workspaceId} and policy_version in (select policy_version from handoff where ${isOfSession}))
        > ${READ_LIMIT} as "isTooLarge"
      from (
        (select ${AT_PLACE} from handoff where ${isOfSession} limit ${MAX_READ_HANDOFFS + 1})
        union all
        (select ${AT_PLACE} from compaction where ${isOfSession} limit ${MAX_READ_HANDOFFS + 1})
      ) read left join event using (${AT_PLACE})`,
  );
  return size?.isTooLarge ?? false;
}
