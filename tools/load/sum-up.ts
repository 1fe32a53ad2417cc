import { CAUSES } from "@baton/core";

export const SIZES = "before_tokens, after_tokens";
export const CAUSE_COLUMNS = CAUSES.map((cause) => `saved_by_${cause}`).join();

/** Condition of the handoffs that a policy changed. */
export const ENFORCED = "scoping_state <> 'observed'";
const SUMMED = `${SIZES}, saved_tokens, ${CAUSE_COLUMNS}, summarizer_tokens`.split(/,\s*/);

/** Totals of the day by period (UTC), in the order of ingest; days share no rows. */
const sumUp = (
  table: string,
  { keys, sums, from, at = "occurred_at" }: { keys: Columns; sums: Columns; from: string; at?: string },
) => `
  insert into ${table} (${["workspace_id", "span", "start", ...Object.keys(keys), ...Object.keys(sums)].join()})
  select workspace_id, minutes, date_bin(minutes * interval '1 minute', ${at}, '1970-01-01T00:00Z'),
    ${[...Object.values(keys), ...Object.values(sums)].join()}
  from (values (15), (60), (360), (1440)) spans(minutes), ${from}
  group by ${["", "", "", ...Object.keys(keys)].map((_, place) => place + 1).join()}
  order by 3, 2`;
type Columns = Readonly<Record<string, string>>;

const sumSavings = (of: string, keys: readonly string[]) =>
  sumUp(`savings_by_${of}`, {
    keys: Object.fromEntries(keys.map((key) => [key, `coalesce(${key}, '')`])),
    sums: {
      handoff_count: `count(*) filter (where ${ENFORCED})`,
      ...Object.fromEntries(
        SUMMED.map((name) => [name, `coalesce(sum(${name}) filter (where ${ENFORCED}), 0)`]),
      ),
      blocked_count: `count(*) filter (where ${ENFORCED} and saved_by_blocked > 0)`,
      observed_count: `count(*) filter (where not (${ENFORCED}))`,
      observed_saved_tokens: `coalesce(sum(saved_tokens) filter (where not (${ENFORCED})), 0)`,
    },
    from: "load_context",
  });

const PAIR = { from_agent: "from_agent", to_agent: "to_agent" };
const SUMS_OF_SIZES = { before_tokens: "sum(before_tokens)", after_tokens: "sum(after_tokens)" };

/** Inserts the totals of the day by period. */
export const SUM_UP: readonly string[] = [
  sumSavings("pair", ["from_agent", "to_agent", "rule_id", "mode", "to_model"]),
  sumSavings("rule", ["rule_id", "mode", "to_model"]),
  sumSavings("workspace", []),
  sumUp("ungoverned_by_pair", {
    keys: { kind: "kind", ...PAIR },
    sums: { handoff_count: "count(*)", before_count: "count(*)", after_count: "count(*)", ...SUMS_OF_SIZES },
    from: "load_call",
  }),
  sumUp("compactions_by_agent", {
    keys: { agent: `"toAgent"`, trigger: "'phase'::text" },
    sums: {
      compaction_count: "count(*)",
      measured_count: "count(*)",
      before_tokens: "sum(used)",
      after_tokens: "sum(used / 8)",
    },
    from: `load_line line join (select number, "toAgent", used from load_handoff) each using (number)
      where event_type = 'compaction'`,
    at: "line.occurred_at",
  }),
  sumUp("blocked_by_field", {
    keys: { path: "entry ->> 'path'" },
    sums: {
      handoff_count: "count(*)",
      tokens: "sum((entry ->> 'tokens')::bigint - (entry ->> 'after')::bigint)",
    },
    from: `load_context, jsonb_path_query(outline, '$[*] ? (@.cause == "blocked" && @.after < @.tokens)') entry
      where ${ENFORCED} and saved_by_blocked > 0`,
  }),
  `insert into field_by_pair (workspace_id, start, flow, path, name, from_agent, to_agent, rule_id, outcome, handoff_count,
      before_tokens, after_tokens)
    select workspace_id, start, md5(concat_ws(chr(31), path, from_agent, to_agent, rule_id, outcome)), path, name, from_agent,
      to_agent, rule_id, outcome, count(*), sum(before), sum(after)
    from (select workspace_id, date_bin('1 day', occurred_at, '1970-01-01T00:00Z') as start, entry ->> 'path' as path,
        regexp_replace(entry ->> 'path', '^.*[.]|(\\[\\])+$', '', 'g') as name, from_agent, to_agent,
        coalesce(rule_id, '') as rule_id, case when is_removed then entry ->> 'cause' else 'passed' end as outcome,
        (entry ->> 'tokens')::bigint as before,
        (entry ->> case when is_removed then 'after' else 'tokens' end)::bigint as after
      from load_context, jsonb_array_elements(outline) entry, lateral (select ${ENFORCED}
        and coalesce((entry ->> 'after')::bigint < (entry ->> 'tokens')::bigint, false) as is_removed) removed) field
    group by 1, 2, 4, 5, 6, 7, 8, 9`,
];
