import { READINESS_WINDOW } from "@baton/server/rollout";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Milliseconds, Sum, selectRows } from "../statement/rows";

const AgentCompliance = z.object({
  agent: z.string(),
  manifestCount: Sum,
  compliantCount: Sum,
  lastWrittenAt: Milliseconds,
  /** Manifests with an error of each code, most frequent first. */
  errors: z.array(z.object({ code: z.string(), manifestCount: z.number() })),
});
type AgentCompliance = z.infer<typeof AgentCompliance>;

/** Returns the results of each agent's latest manifests (at most `READINESS_WINDOW`), by agent name. */
export async function listCompliance(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<AgentCompliance[]> {
  return selectRows(
    db,
    AgentCompliance,
    sql`with latest as (
      select * from (
        select from_agent, manifest_id, written_at, error_count, findings,
          row_number() over (partition by from_agent order by written_at desc, manifest_id desc) as place
        from manifest
        where workspace_id = ${workspaceId} and superseded_at is null and from_agent is not null
      ) placed where place <= ${READINESS_WINDOW}
    ), by_code as (
      select from_agent, finding ->> 'code' as code, count(distinct manifest_id)::int as manifests
      from latest, jsonb_array_elements(findings) finding
      where finding ->> 'severity' = 'error'
      group by 1, 2
    ), each as (
      select from_agent, written_at, error_count, null as code, null::int as manifests from latest
      union all
      select from_agent, null, null, code, manifests from by_code
    )
    -- One pass over both: joined, each agent was held against each finding where PostgreSQL expected few.
    select from_agent as agent, count(written_at) as "manifestCount",
      count(*) filter (where error_count = 0) as "compliantCount",
      extract(epoch from max(written_at)) * 1000 as "lastWrittenAt",
      coalesce(json_agg(json_build_object('code', code, 'manifestCount', manifests) order by manifests desc, code)
        filter (where code is not null), '[]'::json) as errors
    from each group by from_agent order by from_agent`,
  );
}
