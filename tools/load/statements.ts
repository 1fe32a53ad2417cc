import { CAUSES } from "@baton/core";
import { CAUSE_COLUMNS, ENFORCED, SIZES, SUM_UP } from "./sum-up";

/**
 * The SQL that creates a day. Random values are a hash of the handoff's number, so that the same number gives
 * the same handoff in every run: `pg_temp.draw(number, salt, below)` is a whole number from 0 to below it.
 */

/**
 * Parts that are equal for all days, on a separate connection. `$1`: pairs, `$2`: texts of prompts and
 * replies, both as JSON.
 */
export const PREPARE = (seed: number): string[] => [
  `create function pg_temp.draw(number bigint, salt int, below int) returns int language sql immutable
    as 'select ((hashint8extended(number, ${seed} * 1000 + salt) & 9223372036854775807) % below)::int'`,
  `create function pg_temp.written(at timestamptz) returns text language sql stable
    as $$select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')$$`,
  `create temporary table load_pair (pair int, "fromAgent" text, "toAgent" text, "ruleId" text, mode text, "toModel" text, "upTo" float8)`,
  "create temporary table load_text (place int, prompt text, prompt_tokens int, reply text, reply_tokens int)",
  // Leaves of a context: their maximum size, their share of 100 handoffs, and the rest in each mode.
  `create temporary table load_leaf as
    select place, path, width, share, mode, case mode when 'minimal' then
        case when path = 'claim.number' then null else 'mode' end
        when 'full' then case when path = 'customer.ssn' then 'blocked' end else cause end as cause,
      case when mode = 'scoped' then kept else 0 end as kept
    from (values
      (0, 'claim.number', 8, 100, null, 1.0), (1, 'claim.loss.cause', 40, 95, null, 1),
      (2, 'claim.loss.photos[].label', 260, 60, 'not_allowed', 0), (3, 'customer.name', 12, 90, null, 1),
      (4, 'customer.ssn', 14, 22, 'blocked', 0), (5, 'notes.internal', 700, 55, 'not_allowed', 0),
      (6, 'findings[].text', 1400, 80, 'summarized', 0.2), (7, 'findings[].source', 320, 80, 'extracted', 0.3),
      (8, 'draft.sections[].body', 2200, 35, 'dropped', 0), (9, 'estimate.lines[].amount', 420, 70, null, 1)
    ) leaf(place, path, width, share, cause, kept), unnest(array['full', 'scoped', 'minimal']) mode`,
];

export const FILL_PAIRS = `insert into load_pair select * from json_to_recordset($1::text::json)
  as rows(pair int, "fromAgent" text, "toAgent" text, "ruleId" text, mode text, "toModel" text, "upTo" float8)`;
export const FILL_TEXTS = `insert into load_text select * from json_to_recordset($1::text::json)
  as rows(place int, prompt text, prompt_tokens int, reply text, reply_tokens int)`;

/** `$1`: the planned sessions as JSON. */
export const MAKE_SESSIONS = `create temporary table load_session on commit drop as
  select session, "sessionId" as session_id, format, title, "startedAt" as started_at,
    "stepMilliseconds" * interval '1 millisecond' as step, size, subagent
  from json_to_recordset($1::text::json) as rows(session int, "sessionId" text, format text, title text,
    "startedAt" timestamptz(3), "stepMilliseconds" int, size int, subagent text)`;

/**
 * Creates one row per context handoff, and one per subagent call. `$1`: the number of the day's first
 * handoff.
 */
export const MAKE_HANDOFFS = `create temporary table load_handoff on commit drop as
  with numbered as (
    select session_id, session, format, subagent, place, started_at + place * step as occurred_at, step,
      $1::bigint + row_number() over (order by format desc, session, place) as number
    from load_session, generate_series(1, size) place
  ), matched as (
    select numbered.*, pair.*,
      case when pg_temp.draw(number, 2, 2000) = 0 then 'denied_error'
        when pg_temp.draw(number, 3, 60) = 0 then 'observed' else 'scoped' end as scoping_state
    from numbered left join load_pair pair on format = 'session' and pair = width_bucket(
      pg_temp.draw(number, 1, 1000000) / 1e6::float8, (select array_agg("upTo" order by pair) from load_pair))
  ), leaf as (
    select number, "fromAgent" || '.' || path as path, place, cause, tokens,
      case when cause is null then tokens else floor(tokens * kept)::int end as after
    from (select number, "fromAgent", leaf.*, 4 + pg_temp.draw(number, 20 + leaf.place, width) as tokens
      from matched join load_leaf leaf using (mode)
      where pg_temp.draw(number, 40 + leaf.place, 100) < share) leaves
  ), outlined as (
    select number, sum(tokens) + 40 as before_tokens, sum(tokens - after) as saved_tokens,
      jsonb_agg(jsonb_strip_nulls(jsonb_build_object('path', path, 'tokens', tokens, 'cause', cause,
        'after', case when cause is not null then after end)) order by place) as outline,
      ${CAUSES.map(
        (cause) => `coalesce(sum(tokens - after) filter (where cause = '${cause}'), 0) as saved_by_${cause}`,
      ).join()}
    from leaf group by number
  )
  select matched.*, outlined.before_tokens, saved_tokens, outline, ${CAUSE_COLUMNS},
    before_tokens - case when scoping_state = 'observed' then 0 else saved_tokens end as after_tokens,
    case when saved_by_summarized > 0 then saved_by_summarized / 9 end as summarizer_tokens,
    100 + pg_temp.draw(number, 4, 3000) as duration_us,
    'toolu-' || number as tool_id, 5000 + pg_temp.draw(number, 5, 90000) as cached, 20000 + pg_temp.draw(number, 6, 70000) as used,
    100 + pg_temp.draw(number, 7, 900) as output, text.*
  from matched left join outlined using (number)
  left join lateral (select prompt, prompt_tokens, reply, reply_tokens from load_text
    where format = 'claude-code' and load_text.place = number % (select count(*) from load_text)) text on true`;

/** Creates one row per record; a line's text is at its first record. */
export const MAKE_LINES = `create temporary table load_line on commit drop as
  with record(format, session, place, part, ordinal, session_id, occurred_at, identity, event_type, is_error, number, text) as (
    select format, session, 0, 0, 0, session_id, started_at,
      case format when 'session' then 'start-' else 'line-' end || session_id,
      case format when 'session' then 'session_start' else 'claude_code.user' end, false, null::bigint,
      (case format when 'session' then
        json_build_object('event_type', 'session_start', 'event_id', 'start-' || session_id, 'session_id', session_id,
          'timestamp', pg_temp.written(started_at), 'title', title)
      else
        json_build_object('type', 'user', 'uuid', 'line-' || session_id, 'sessionId', session_id,
          'timestamp', pg_temp.written(started_at), 'message', json_build_object('role', 'user', 'content', title))
      end)::text
    from load_session
    union all
    select format, session, place, 0, 0, session_id, occurred_at, 'handoff-' || number, 'context_handoff',
      scoping_state = 'denied_error', number,
      json_build_object('event_type', 'context_handoff', 'event_id', 'handoff-' || number, 'session_id', session_id,
        'timestamp', pg_temp.written(occurred_at), 'from_agent_id', "fromAgent", 'to_agent_id', "toAgent",
        'handoff_mode', mode, 'governance_rule_id', "ruleId", 'scoping_state', scoping_state,
        'context_before_scoping', json_build_object('prior_outputs_count', 1, 'observations_count', 2,
          'total_tokens', before_tokens, 'agents_included', json_build_array("fromAgent")),
        'context_after_scoping', json_build_object('prior_outputs_count', 1, 'observations_count', 2,
          'total_tokens', after_tokens, 'agents_included', json_build_array("fromAgent")),
        'tokens_saved', saved_tokens, 'tokens_saved_percentage', round(100.0 * saved_tokens / before_tokens, 1),
        'outline', outline, 'to_model', "toModel", 'summarizer_tokens', summarizer_tokens, 'duration_us', duration_us)::text
    from load_handoff where format = 'session'
    union all
    select format, session, place, 1, 0, session_id, occurred_at, 'compaction-' || number, 'compaction', false, number,
      json_build_object('event_type', 'compaction', 'event_id', 'compaction-' || number, 'session_id', session_id,
        'timestamp', pg_temp.written(occurred_at), 'agent_id', "toAgent", 'trigger', 'phase', 'before_tokens', used,
        'after_tokens', used / 8, 'summary', 'Decided what is owed, and what is left to ask for handoff ' || number)::text
    from load_handoff where format = 'session' and place % 40 = 0
    union all
    select format, session, place, 2, 0, session_id, occurred_at, 'error-' || number, 'tool_error', true, number,
      json_build_object('event_type', 'tool_error', 'event_id', 'error-' || number, 'session_id', session_id,
        'timestamp', pg_temp.written(occurred_at), 'message', 'The tool did not answer within 30 s')::text
    from load_handoff where format = 'session' and pg_temp.draw(number, 8, 300) = 0
    union all
    select format, session, place, 0, ordinal, session_id, occurred_at,
      case ordinal when 0 then 'line-' || number || '-call' else tool_id || ':call' end,
      case ordinal when 0 then 'claude_code.assistant' else 'claude_code.delegation' end, false, number,
      case ordinal when 0 then json_build_object('type', 'assistant', 'uuid', 'line-' || number || '-call', 'sessionId', session_id,
        'timestamp', pg_temp.written(occurred_at), 'requestId', 'request-' || number,
        'message', json_build_object('id', 'message-' || number, 'role', 'assistant', 'model', 'claude-sonnet-4-5',
          'content', json_build_array(json_build_object('type', 'tool_use', 'id', tool_id, 'name', 'Task',
            'input', json_build_object('subagent_type', subagent, 'prompt', prompt))),
          'usage', json_build_object('input_tokens', 12, 'cache_creation_input_tokens', 900,
            'cache_read_input_tokens', cached, 'output_tokens', output)))::text end
    from load_handoff, generate_series(0, 1) ordinal where format = 'claude-code'
    union all
    select format, session, place, 1, ordinal, session_id, occurred_at + step / 2,
      case ordinal when 0 then 'line-' || number || '-return' else tool_id || ':return' end,
      case ordinal when 0 then 'claude_code.user' else 'claude_code.return' end, false, number,
      case ordinal when 0 then json_build_object('type', 'user', 'uuid', 'line-' || number || '-return', 'sessionId', session_id,
        'timestamp', pg_temp.written(occurred_at + step / 2),
        'message', json_build_object('role', 'user', 'content', json_build_array(
          json_build_object('type', 'tool_result', 'tool_use_id', tool_id))),
        'toolUseResult', json_build_object('status', 'completed', 'totalTokens', used,
          'content', json_build_array(json_build_object('type', 'text', 'text', reply))))::text end
    from load_handoff, generate_series(0, 1) ordinal where format = 'claude-code'
  )
  select record.*, workspace_id, source_file_id, 0 as generation, dense_rank() over lines as line_number,
    sum(octet_length(text) + 1) over lines - max(octet_length(text)) over line - 1 as sequence,
    max(octet_length(text)) over line as byte_length,
    max(encode(sha256(convert_to(text, 'UTF8')), 'hex')) over line as sha256
  from record join load_file using (format)
  window lines as (partition by format order by session, place, part), line as (partition by format, session, place, part)`;

const POSITION = "workspace_id, occurred_at, source_file_id, generation, sequence, ordinal";

/** The provider counts a call's context, Baton its prompt. */
const CALLS = `select line.*, case when event_type = 'claude_code.delegation' then 'delegation' else 'return' end as kind,
    case when event_type = 'claude_code.delegation' then 'main' else subagent end as from_agent,
    case when event_type = 'claude_code.delegation' then subagent else 'main' end as to_agent,
    case when event_type = 'claude_code.delegation' then 912 + cached else used end as before_tokens,
    case when event_type = 'claude_code.delegation' then prompt_tokens else reply_tokens end as after_tokens
  from load_line line join load_handoff using (number)
  where event_type in ('claude_code.delegation', 'claude_code.return')`;

const CONTEXTS = `select line.*, "fromAgent" as from_agent, "toAgent" as to_agent, mode, "ruleId" as rule_id, scoping_state,
    ${SIZES}, saved_tokens, ${CAUSE_COLUMNS}, "toModel" as to_model, summarizer_tokens, duration_us, outline
  from load_line line join load_handoff using (number) where event_type = 'context_handoff'`;

/** Inserts all rows of the day's lines into their tables. */
export const STORE: readonly string[] = [
  `create temporary table load_context on commit drop as ${CONTEXTS}`,
  `create temporary table load_call on commit drop as ${CALLS}`,
  `insert into event (${POSITION}, identity, event_type, session_id, is_error, line_number, text, byte_length, sha256,
      has_content)
    select ${POSITION}, identity, event_type, session_id, is_error, line_number, text, byte_length, sha256, true
    from load_line order by source_file_id, sequence, ordinal`,
  `insert into event_identity (workspace_id, identity, occurred_at, source_file_id, generation, sequence, ordinal)
    select workspace_id, identity, occurred_at, source_file_id, generation, sequence, ordinal from load_line
    order by source_file_id, sequence, ordinal`,
  `insert into handoff (${POSITION}, event_id, session_id, kind, from_agent, to_agent, mode, rule_id, scoping_state,
      ${SIZES}, saved_tokens, measure_before, measure_after, ${CAUSE_COLUMNS}, added_tokens, to_model,
      summarizer_tokens, duration_us, enforcement)
    select ${POSITION}, identity, session_id, 'context', from_agent, to_agent, mode, rule_id, scoping_state, ${SIZES},
      saved_tokens, 'counted', 'counted', ${CAUSE_COLUMNS}, 0, to_model, summarizer_tokens, duration_us, 'unknown'
    from load_context`,
  `insert into handoff (${POSITION}, event_id, session_id, kind, from_agent, to_agent, answers, ${SIZES}, measure_before, measure_after)
    select ${POSITION}, identity, session_id, kind, from_agent, to_agent,
      case when kind = 'return' then regexp_replace(identity, ':return$', ':call') end, ${SIZES}, 'provider', 'counted'
    from load_call`,
  `insert into handoff_outline (${POSITION}, event_id, entries, is_truncated, agents)
    select ${POSITION}, identity, outline, false, array[from_agent] from load_context`,
  `insert into compaction (${POSITION}, event_id, session_id, agent, trigger, ${SIZES}, summary)
    select ${POSITION}, identity, line.session_id, "toAgent", 'phase', used, used / 8,
      'Decided what is owed, and what is left to ask for handoff ' || number
    from (select number, "toAgent", used from load_handoff) each join load_line line using (number)
    where event_type = 'compaction'`,
  `insert into message_usage (workspace_id, usage_key, session_id, agent, model, occurred_at, counted_at, source_file_id,
      generation, sequence, input_tokens, cache_creation_tokens, cache_read_tokens, output_tokens)
    select workspace_id, 'message-' || number, line.session_id, 'main', 'claude-sonnet-4-5',
      line.occurred_at, line.occurred_at, source_file_id, generation, sequence, 12, 900, cached, output
    from load_line line join load_handoff using (number) where event_type = 'claude_code.assistant'`,
  `insert into session (workspace_id, session_id, format, title, started_at, last_event_at, event_count, error_count,
      handoff_count, scoped_count, delegation_count, compaction_count, ${SIZES}, saved_tokens)
    select workspace_id, session_id, format, title, min(line.occurred_at), max(line.occurred_at), count(*),
      count(*) filter (where is_error),
      count(*) filter (where event_type in ('context_handoff', 'claude_code.delegation', 'claude_code.return')),
      count(context.number), count(*) filter (where event_type = 'claude_code.delegation'),
      count(*) filter (where event_type = 'compaction'), coalesce(sum(context.before_tokens), 0),
      coalesce(sum(context.after_tokens), 0), coalesce(sum(context.saved_tokens - coalesce(context.summarizer_tokens, 0)), 0)
    from load_line line join (select session_id, title from load_session) named using (session_id)
    left join (select number, ${SIZES}, saved_tokens, summarizer_tokens from load_context where ${ENFORCED}) context
      on context.number = line.number and event_type = 'context_handoff'
    group by workspace_id, session_id, format, title`,
  ...SUM_UP,
  `update source_file set read_offset = bytes, file_size = bytes, line_count = lines, event_count = records,
      last_occurred_at = last, last_session_id = sessions, last_read_at = now()
    from (select workspace_id, source_file_id, max(sequence + byte_length + 1) as bytes, max(line_number) as lines,
      count(*) as records, max(occurred_at) as last, max(session_id) as sessions from load_line group by 1, 2) read
    where source_file.workspace_id = read.workspace_id and source_file.source_file_id = read.source_file_id`,
];
