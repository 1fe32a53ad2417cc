import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { CAUSES } from "@baton/core";
import type { Database } from "@baton/db";
import { expect } from "vitest";
import { z } from "zod";
import { handoffDocument } from "../src/sources/handoff-document";
import { manifest } from "../src/sources/manifest";
import { select } from "./scratch";

/**
 * Asserts that the database contains every complete line of the files once, by its hash, and nothing else.
 */
export async function expectFilesInDatabase(db: Database, paths: readonly string[]): Promise<void> {
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  const lines = texts.flatMap((text) => text.split("\n").slice(0, -1));
  const hashes = lines.map((line) => createHash("sha256").update(line).digest("hex")).sort();
  const stored = await select(
    db,
    z.object({ sha256: z.string() }),
    "select sha256 from event union all select sha256 from quarantined_line",
  );
  expect(stored.map(({ sha256 }) => sha256).sort()).toEqual(hashes);
}

const ENFORCED = "scoping_state is distinct from 'observed'";
const SUMMED = [
  "before_tokens",
  "after_tokens",
  "saved_tokens",
  "summarizer_tokens",
  "added_tokens",
  ...CAUSES.map((cause) => `saved_by_${cause}`),
];
const COUNTED = `count(*) filter (where ${ENFORCED}) as handoff_count,
  ${SUMMED.map((name) => `coalesce(sum(${name}) filter (where ${ENFORCED}), 0) as ${name}`).join()},
  count(*) filter (where ${ENFORCED} and saved_by_blocked > 0) as blocked_count,
  count(*) filter (where not (${ENFORCED})) as observed_count,
  coalesce(sum(saved_tokens) filter (where not (${ENFORCED})), 0) as observed_saved_tokens`;
const SUMS = `handoff_count, ${SUMMED.join()}, blocked_count, observed_count, observed_saved_tokens`;

const UNGOVERNED = `count(*), count(before_tokens), coalesce(sum(before_tokens), 0), count(after_tokens), coalesce(sum(after_tokens), 0)`;
const UNGOVERNED_SUMS = "handoff_count, before_count, before_tokens, after_count, after_tokens";

const COMPACTED = `count(*), count(before_tokens + after_tokens),
  coalesce(sum(before_tokens) filter (where after_tokens is not null), 0),
  coalesce(sum(after_tokens) filter (where before_tokens is not null), 0)`;

const BLOCKED = `count(*), sum((entry ->> 'tokens')::bigint - (entry ->> 'after')::bigint)`;

/** The stored totals of each rollup and their recount, by key. */
const ROLL_UPS: Readonly<Record<string, { keys: string; kept: string; counted: string; from: string }>> = {
  savings_by_pair: {
    keys: "from_agent, to_agent, coalesce(rule_id, ''), mode, coalesce(to_model, '')",
    kept: `from_agent, to_agent, rule_id, mode, to_model, ${SUMS}`,
    counted: COUNTED,
    from: "handoff where kind = 'context'",
  },
  savings_by_rule: {
    keys: "coalesce(rule_id, ''), mode, coalesce(to_model, '')",
    kept: `rule_id, mode, to_model, ${SUMS}`,
    counted: COUNTED,
    from: "handoff where kind = 'context'",
  },
  savings_by_workspace: { keys: "", kept: SUMS, counted: COUNTED, from: "handoff where kind = 'context'" },
  ungoverned_by_pair: {
    keys: "kind, from_agent, to_agent",
    kept: `kind, from_agent, to_agent, ${UNGOVERNED_SUMS}`,
    counted: UNGOVERNED,
    from: "handoff where kind <> 'context'",
  },
  compactions_by_agent: {
    keys: "coalesce(agent, ''), coalesce(trigger, '')",
    kept: "agent, trigger, compaction_count, measured_count, before_tokens, after_tokens",
    counted: COMPACTED,
    from: "compaction",
  },
  blocked_by_field: {
    keys: "left(entry ->> 'path', 500)",
    kept: "path, handoff_count, tokens",
    counted: BLOCKED,
    from: `handoff join handoff_outline using (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal),
        jsonb_array_elements(entries) as entry
      where kind = 'context' and ${ENFORCED} and saved_by_blocked > 0 and entry ->> 'cause' = 'blocked'
        and (entry ->> 'after')::bigint < (entry ->> 'tokens')::bigint`,
  },
};

/** Interval lengths of the rollups, in minutes. */
const SPANS = [15, 60, 360, 1_440];

/** Returns the query of a rollup's stored totals and their recount. */
function recountOf(table: string, { keys, kept, counted, from }: (typeof ROLL_UPS)[string]) {
  const reportedBy = keys === "" ? [] : keys.split(/, (?![^(]*\))/);
  const places = ["", "", "", ...reportedBy].map((_, place) => place + 1).join();
  const spans = SPANS.map((minutes) => {
    const start = `date_bin('${minutes} minutes', occurred_at, '1970-01-01T00:00Z')`;
    return `select ${["workspace_id", minutes, start, ...reportedBy, counted].join()} from ${from} group by ${places}`;
  });
  return {
    kept: `select workspace_id, span, start, ${kept} from ${table}`,
    counted: spans.join(" union all "),
  };
}

const IS_OF_LINES = `source_file.format not in ('${manifest.name}', '${handoffDocument.name}')`;

/** Each stored total and its recount from rows. */
const RECOUNTS: Readonly<Record<string, { kept: string; counted: string }>> = {
  ...Object.fromEntries(Object.entries(ROLL_UPS).map(([table, each]) => [table, recountOf(table, each)])),
  field_by_pair: {
    kept: `select workspace_id, start, path, from_agent, to_agent, rule_id, outcome, handoff_count, before_tokens, after_tokens
      from field_by_pair`,
    counted: `select workspace_id, start, path, from_agent, to_agent, rule_id, outcome, count(*), sum(before), sum(after)
      from (select workspace_id, date_bin('1 day', occurred_at, '1970-01-01T00:00Z') as start,
          left(entry ->> 'path', 500) as path, from_agent, to_agent, coalesce(rule_id, '') as rule_id,
          case when is_removed then entry ->> 'cause' else 'passed' end as outcome, (entry ->> 'tokens')::bigint as before,
          (entry ->> case when is_removed then 'after' else 'tokens' end)::bigint as after
        from handoff join handoff_outline using (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal),
          jsonb_array_elements(entries) as entry, lateral (select ${ENFORCED} and entry ->> 'cause' is not null
            and coalesce((entry ->> 'after')::bigint < (entry ->> 'tokens')::bigint, false) as is_removed) removed
        where kind in ('context', 'retrieval')) field group by 1, 2, 3, 4, 5, 6, 7`,
  },
  sessions: {
    kept: "select workspace_id, session_id, event_count, error_count, started_at, last_event_at from session",
    counted: `select workspace_id, session_id, count(*), count(*) filter (where is_error), min(occurred_at), max(occurred_at)
      from event where duplicate_of is null and session_id is not null group by 1, 2`,
  },
  "handoffs of sessions": {
    kept: "select workspace_id, session_id, handoff_count, saved_tokens from session where handoff_count > 0",
    // Searches the rows of a session only in the session's period.
    counted: `select workspace_id, session_id, count(*),
        coalesce(sum(coalesce(handoff.saved_tokens, 0) - coalesce(summarizer_tokens, 0)) filter (where kind = 'context' and ${ENFORCED}), 0)
      from handoff join session using (workspace_id, session_id)
      where occurred_at between started_at and last_event_at group by 1, 2`,
  },
  files: {
    // A document counts as one event but has an event row only if it names a session.
    kept: `select workspace_id, source_file_id, event_count, duplicate_count from source_file
      where event_count + duplicate_count > 0 and ${IS_OF_LINES}`,
    counted: `select workspace_id, source_file_id, count(*) filter (where duplicate_of is null),
        count(*) filter (where duplicate_of is not null)
      from event join source_file using (workspace_id, source_file_id) where ${IS_OF_LINES} group by 1, 2`,
  },
};

/** Returns the names of the totals that differ from a recount. */
export async function listWrongTotals(db: Database): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, { kept, counted }] of Object.entries(RECOUNTS)) {
    const differences = await select(
      db,
      z.unknown(),
      `((${kept}) except (${counted})) union all ((${counted}) except (${kept}))`,
    );
    if (differences.length > 0) wrong.push(name);
  }
  return wrong;
}
