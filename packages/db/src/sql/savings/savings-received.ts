import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { Sum, selectRows } from "../statement/rows";
import { nameBucket, type SavingsSeriesScope, withBucket } from "./savings-bucket";
import { type SavingsScope, savingsRows } from "./savings-rows";

/** Tokens that a receiver got per day (or hour), and the number of enforced handoffs. */
interface ReceiverDay {
  day: string;
  toAgent: string;
  handoffCount: number;
  afterTokens: number;
}

/** A receiver with its rank, or a day of a receiver; the other columns are null. */
const ReceivedRow = z.object({
  place: Sum,
  receiverCount: Sum.nullable(),
  toAgent: z.string().nullable(),
  day: z.string().nullable(),
  handoffCount: Sum.nullable(),
  afterTokens: Sum.nullable(),
});

const SUMS_OF_DAY = ["handoff_count", "after_tokens"];

/**
 * Returns the tokens that receivers got per day: the fill of their windows before they start.
 *
 * @param scope.limit number of receivers, those with the largest average handoffs; all by default.
 * @returns the days, oldest first, and the number of receivers.
 */
export async function listReceivedByDay(
  db: Database,
  scope: SavingsSeriesScope & { limit?: number | undefined },
): Promise<{ receiverCount: number; days: ReceiverDay[] }> {
  const { limit, bucket = "day" } = scope;
  const columns = { keys: ["to_agent"], sums: SUMS_OF_DAY };
  const isReported = limit === undefined ? sql`` : sql`where place <= ${limit}::int limit ${limit}::int`;
  const ofListed = sql`(select * from ${savingsRows(scope, "receiver", columns, bucket)} each join listed using (to_agent))`;
  const rows = await selectRows(
    db,
    ReceivedRow,
    sql`with traffic as materialized (
        select to_agent, row_number() over (order by sum(after_tokens) / sum(handoff_count) desc, to_agent) as place,
          count(*) over () as "receiverCount"
        from ${savingsRows(scope, "receiver", columns, "range")} sums group by to_agent having sum(handoff_count) > 0),
      listed as materialized (select * from traffic ${isReported})
      select place, "receiverCount", to_agent as "toAgent", null as day, null::numeric as "handoffCount",
        null::numeric as "afterTokens" from listed
      union all select place, null, null, ${nameBucket(scope)}, sum(handoff_count), sum(after_tokens)
        from ${withBucket(scope, ofListed, { keys: ["place"], sums: SUMS_OF_DAY })}
        group by bucket, place having sum(handoff_count) > 0`,
  );
  const names = new Map<number, string>();
  for (const { place, toAgent } of rows) if (toAgent !== null) names.set(place, toAgent);
  const days = rows.flatMap(({ place, day, handoffCount, afterTokens }): ReceiverDay[] => {
    const toAgent = names.get(place);
    if (day === null || toAgent === undefined) return [];
    return [{ day, toAgent, handoffCount: handoffCount ?? 0, afterTokens: afterTokens ?? 0 }];
  });
  days.sort((a, b) => (a.day === b.day ? compare(a.toAgent, b.toAgent) : compare(a.day, b.day)));
  return { receiverCount: rows.reduce((count, row) => row.receiverCount ?? count, 0), days };
}

const ReceiverModel = z.object({ toAgent: z.string(), model: z.string() });

/** Returns the model that each receiver's handoffs of a range name most often; none if they name none. */
export function listReceiverModels(
  db: Database,
  scope: SavingsScope,
): Promise<z.infer<typeof ReceiverModel>[]> {
  const columns = { keys: ["to_agent", "to_model"], sums: ["handoff_count"] };
  return selectRows(
    db,
    ReceiverModel,
    sql`select distinct on (to_agent) to_agent as "toAgent", to_model as model
      from ${savingsRows(scope, "receiver", columns, "range")} sums where to_model <> ''
      group by to_agent, to_model order by to_agent, sum(handoff_count) desc, to_model`,
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : 1);
