import { escapeKey, readOutlinePath } from "@baton/core/internal";
import { type HandoffFacts, isGoverned } from "@baton/core/session";
import { fromStorableText, toStorableText } from "@baton/server/storable-text";
import { and, eq, getTableName, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../client";
import { blockedByField, fieldByPair, type handoff, SPANS } from "../../schema/index";
import { MAX_PATH_CHARACTERS } from "../savings/blocked-field-totals";
import { sumUp } from "../savings/roll-up";
import { toStorableJson } from "../statement/storable-json";

const DAY_MILLISECONDS = SPANS.day * 60_000;
const NO_SUMS = { handoff_count: 0, before_tokens: 0, after_tokens: 0 };

/** A name is a key of sums too, next to an agent of up to 1,024 bytes. */
const MAX_NAME_CHARACTERS = 200;

/** The part of a handoff that enters the sums. */
interface SummedHandoff {
  occurredAt: Date;
  facts: Pick<HandoffFacts, "kind" | "fromAgent" | "toAgent" | "ruleId" | "scopingState" | "outline">;
}

/** Returns the last key of an outline path, by which people know the field: `a.items[].price` is `price`. */
export function nameOfField(path: string): string {
  const { root, steps } = readOutlinePath(path);
  return (steps.at(-1) ?? root).key;
}

/**
 * Adds the fields of contexts to the sums by pair, rule and outcome.
 *
 * @param handoffs without duplicates and without handoffs that were already stored.
 */
export async function addToFields(
  db: Database,
  workspaceId: string,
  handoffs: readonly SummedHandoff[],
): Promise<void> {
  const rows = sumUp(
    handoffs.flatMap(listFields),
    ({ before, after, ...key }) => key,
    NO_SUMS,
    (sums, { before, after }) => {
      sums.handoff_count += 1;
      sums.before_tokens += before;
      sums.after_tokens += after;
    },
  );
  if (rows.length === 0) return;
  // In one order for all writers, so that two who add to the same sums never wait for one another in a ring.
  await db.execute(
    sql`insert into field_by_pair (workspace_id, start, flow, path, name, from_agent, to_agent, rule_id, outcome,
        handoff_count, before_tokens, after_tokens)
      select ${workspaceId}, start, ${FLOW} as flow, ${CUT_PATH}, min(left(name, ${MAX_NAME_CHARACTERS}::int)), from_agent,
        to_agent, rule_id, outcome, sum(handoff_count), sum(before_tokens), sum(after_tokens)
      from json_to_recordset(${toStorableJson(rows)}::text::json) as field(start timestamptz, path text, name text,
        from_agent text, to_agent text, rule_id text, outcome text, handoff_count bigint, before_tokens bigint,
        after_tokens bigint)
      group by 2, 3, 4, 6, 7, 8, 9 order by 2, 3
      on conflict (workspace_id, start, flow) do update set
        handoff_count = field_by_pair.handoff_count + excluded.handoff_count,
        before_tokens = field_by_pair.before_tokens + excluded.before_tokens,
        after_tokens = field_by_pair.after_tokens + excluded.after_tokens`,
  );
}

const CUT_PATH = sql.raw(`left(path, ${MAX_PATH_CHARACTERS})`);
const FLOW = sql.raw(
  `md5(left(path, ${MAX_PATH_CHARACTERS}) || chr(31) || from_agent || chr(31) || to_agent || chr(31) || rule_id || chr(31) || outcome)`,
);

/** In observe mode everything passed. The outline has the effect of enforcement. */
function listFields({ occurredAt, facts }: SummedHandoff) {
  const { kind, fromAgent, toAgent, ruleId, scopingState, outline } = facts;
  if (!isGoverned(kind) || !outline) return [];
  const start = dayOf(occurredAt);
  return outline.map(({ path, tokens, after = tokens, cause }) => {
    const isRemoved = cause !== undefined && after < tokens && scopingState !== "observed";
    return {
      start,
      path,
      name: nameOfField(path),
      from_agent: fromAgent,
      to_agent: toAgent,
      rule_id: ruleId ?? "",
      outcome: isRemoved ? cause : "passed",
      before: tokens,
      after: isRemoved ? after : tokens,
    };
  });
}

/**
 * Subtracts deleted handoffs from the sums, by their outlines, which still exist, and deletes sums of zero. The
 * database calculates this, because the outlines of a batch may not fit into memory here.
 *
 * @param tx a transaction that stores nothing meanwhile.
 */
export async function removeFromFields(
  tx: Database,
  workspaceId: string,
  handoffs: readonly (typeof handoff.$inferSelect)[],
): Promise<void> {
  const contexts = handoffs.filter(({ kind }) => isGoverned(kind));
  if (contexts.length === 0) return;
  const places = contexts.map((one) => ({
    occurred_at: one.occurredAt.toISOString(),
    source_file_id: one.sourceFileId,
    generation: one.generation,
    sequence: one.sequence,
    ordinal: one.ordinal,
    from_agent: one.fromAgent,
    to_agent: one.toAgent,
    rule_id: one.ruleId ?? "",
    is_observed: one.scopingState === "observed",
  }));
  await tx.execute(
    sql`with gone as (
        select start, ${FLOW} as flow, count(*) as handoffs, sum(before) as before, sum(after) as after
        from (${fieldsOf(workspaceId, places)}) field group by 1, 2)
      update field_by_pair kept set handoff_count = handoff_count - gone.handoffs,
        before_tokens = before_tokens - gone.before, after_tokens = after_tokens - gone.after
      from gone where workspace_id = ${workspaceId} and kept.start = gone.start and kept.flow = gone.flow`,
  );
  const days = [...new Set(contexts.map(({ occurredAt }) => dayOf(occurredAt)))];
  await tx.execute(
    sql`delete from field_by_pair where workspace_id = ${workspaceId} and handoff_count <= 0 and start in (
      select day::timestamptz from json_array_elements_text(${JSON.stringify(days)}::text::json) as each(day))`,
  );
}

/** The beginning of a moment's day (UTC). */
function dayOf(moment: Date): string {
  return new Date(Math.floor(moment.getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS).toISOString();
}

/** Selects the fields of stored handoffs in the shape of `listFields`. */
function fieldsOf(workspaceId: string, places: readonly object[]): SQL {
  const size = (name: string) => sql.raw(`(entry ->> '${name}')::bigint`);
  const isRemoved = sql`entry ->> 'cause' is not null and coalesce(${size("after")}, ${size("tokens")}) < ${size("tokens")} and not is_observed`;
  return sql`select date_bin('1 day', one.occurred_at, '1970-01-01T00:00Z') as start, entry ->> 'path' as path, from_agent,
      to_agent, rule_id, case when ${isRemoved} then entry ->> 'cause' else 'passed' end as outcome,
      ${size("tokens")} as before, case when ${isRemoved} then ${size("after")} else ${size("tokens")} end as after
    from json_to_recordset(${JSON.stringify(places)}::text::json) as one(occurred_at timestamptz, source_file_id bigint,
      generation int, sequence bigint, ordinal int, from_agent text, to_agent text, rule_id text, is_observed bool),
    lateral (select entries from handoff_outline held where held.workspace_id = ${workspaceId}
      and held.occurred_at = one.occurred_at and held.source_file_id = one.source_file_id
      and held.generation = one.generation and held.sequence = one.sequence and held.ordinal = one.ordinal offset 0) held,
    jsonb_array_elements(entries) entry`;
}

/**
 * Erases the sums of the fields of an agent's output, whose paths start with its ID, for periods whose lines
 * are deleted. Sums of existing outlines stay correct.
 *
 * @param agent its ID as stored.
 * @param counts receives the number of deleted rows by table.
 */
export async function eraseFieldTotals(
  tx: Database,
  { workspaceId, agent }: { workspaceId: string; agent: string },
  counts: Record<string, number>,
): Promise<void> {
  const root = toStorableText(escapeKey(fromStorableText(agent)));
  const isOfAgent = sql`(path = left(${root}, ${MAX_PATH_CHARACTERS}::int) or starts_with(path, ${`${root}.`}) or starts_with(path, ${`${root}[`}))`;
  const oldest = sql`(select min(occurred_at) from event where workspace_id = ${workspaceId})`;
  for (const table of [blockedByField, fieldByPair]) {
    const isGone = sql`${table.start} < coalesce(${oldest}, 'infinity')`;
    const rows = await tx
      .delete(table)
      .where(and(eq(table.workspaceId, workspaceId), isOfAgent, isGone))
      .returning({ workspaceId: table.workspaceId });
    const name = getTableName(table);
    counts[name] = (counts[name] ?? 0) + rows.length;
  }
}
