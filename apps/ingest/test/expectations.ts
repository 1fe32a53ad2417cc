import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Database } from "@baton/db";
import { expect } from "vitest";
import { z } from "zod";
import { handoffDocument } from "../src/sources/handoff-document";
import { manifest } from "../src/sources/manifest";
import { select } from "./scratch";

/** Every complete line of the files, by its hash, is in the database once, and nothing else is. */
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
  "saved_by_mode",
  "saved_by_not_allowed",
  "saved_by_blocked",
  "saved_by_dropped",
  "saved_by_extracted",
  "saved_by_summarized",
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

/** When a span (UTC) begins; weeks do so with the first day of 1970, a Thursday. */
const START_OF = {
  hour: "date_trunc('hour', occurred_at, 'UTC')",
  quarter_day: "date_bin('6 hours', occurred_at, '1970-01-01T00:00Z')",
  day: "date_trunc('day', occurred_at, 'UTC')",
  week: "date_bin('7 days', occurred_at, '1970-01-01T00:00Z')",
};

/** Sums by pair of a span, beside their recount. */
function recountsByPair(span: keyof typeof START_OF): Record<string, { kept: string; counted: string }> {
  return {
    [`savings by pair and ${span}`]: {
      kept: `select workspace_id, ${span}, from_agent, to_agent, rule_id, mode, to_model, ${SUMS} from savings_by_pair_${span}`,
      counted: `select workspace_id, ${START_OF[span]}, from_agent, to_agent, coalesce(rule_id, ''), mode, coalesce(to_model, ''), ${COUNTED}
        from handoff where kind = 'context' group by 1, 2, 3, 4, 5, 6, 7`,
    },
  };
}

/** The roll-ups of a span that weeks are kept of too, each beside its recount. */
function recountsOfRanked(span: "hour" | "day" | "week"): Record<string, { kept: string; counted: string }> {
  return {
    [`savings by rule and ${span}`]: {
      kept: `select workspace_id, ${span}, rule_id, mode, to_model, ${SUMS} from savings_by_rule_${span}`,
      counted: `select workspace_id, ${START_OF[span]}, coalesce(rule_id, ''), mode, coalesce(to_model, ''), ${COUNTED}
        from handoff where kind = 'context' group by 1, 2, 3, 4, 5`,
    },
    ...recountsByPair(span),
  };
}

/** The roll-ups of an hour or a day (UTC), each beside its recount. */
function recountsBy(span: "hour" | "day"): Record<string, { kept: string; counted: string }> {
  const at = START_OF[span];
  return {
    ...recountsOfRanked(span),
    [`savings by rule and mode and ${span}`]: {
      kept: `select workspace_id, ${span}, rule_id, mode, ${SUMS} from savings_by_rule_and_mode_${span}`,
      counted: `select workspace_id, ${at}, coalesce(rule_id, ''), mode, ${COUNTED}
        from handoff where kind = 'context' group by 1, 2, 3, 4`,
    },
    [`savings by mode and ${span}`]: {
      kept: `select workspace_id, ${span}, mode, to_model, ${SUMS} from savings_by_mode_${span}`,
      counted: `select workspace_id, ${at}, mode, coalesce(to_model, ''), ${COUNTED}
        from handoff where kind = 'context' group by 1, 2, 3, 4`,
    },
    [`all savings by ${span}`]: {
      kept: `select workspace_id, ${span}, ${SUMS} from savings_by_workspace_${span}`,
      counted: `select workspace_id, ${at}, ${COUNTED} from handoff where kind = 'context' group by 1, 2`,
    },
    [`savings by receiver and ${span}`]: {
      kept: `select workspace_id, ${span}, to_agent, ${SUMS} from savings_by_receiver_${span}`,
      counted: `select workspace_id, ${at}, to_agent, ${COUNTED}
        from handoff where kind = 'context' group by 1, 2, 3`,
    },
    [`what no policy governs by ${span}`]: {
      kept: `select workspace_id, ${span}, kind, from_agent, to_agent, ${UNGOVERNED_SUMS} from ungoverned_by_pair_${span}`,
      counted: `select workspace_id, ${at}, kind, from_agent, to_agent, ${UNGOVERNED}
        from handoff where kind <> 'context' group by 1, 2, 3, 4, 5`,
    },
    [`compactions by ${span}`]: {
      kept: `select workspace_id, ${span}, agent, trigger, compaction_count, measured_count, before_tokens, after_tokens
        from compactions_by_agent_${span}`,
      counted: `select workspace_id, ${at}, coalesce(agent, ''), coalesce(trigger, ''), ${COMPACTED}
        from compaction group by 1, 2, 3, 4`,
    },
    [`blocked fields by ${span}`]: {
      kept: `select workspace_id, ${span}, path, handoff_count, tokens from blocked_by_field_${span}`,
      counted: `select workspace_id, ${at}, left(entry ->> 'path', 500), ${BLOCKED}
        from handoff join handoff_outline using (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal),
          jsonb_array_elements(entries) as entry
        where kind = 'context' and ${ENFORCED} and saved_by_blocked > 0 and entry ->> 'cause' = 'blocked'
          and (entry ->> 'after')::bigint < (entry ->> 'tokens')::bigint
        group by 1, 2, 3`,
    },
  };
}

/** Each sum that is kept, beside the same sum counted anew from the rows that it stands for. */
const RECOUNTS: Readonly<Record<string, { kept: string; counted: string }>> = {
  ...recountsBy("hour"),
  ...recountsBy("day"),
  ...recountsOfRanked("week"),
  ...recountsByPair("quarter_day"),
  sessions: {
    kept: "select workspace_id, session_id, event_count, error_count, started_at, last_event_at from session",
    counted: `select workspace_id, session_id, count(*), count(*) filter (where is_error), min(occurred_at), max(occurred_at)
      from event where duplicate_of is null and session_id is not null group by 1, 2`,
  },
  "handoffs of sessions": {
    kept: "select workspace_id, session_id, handoff_count, saved_tokens from session where handoff_count > 0",
    // Those of a session are looked for in its time.
    counted: `select workspace_id, session_id, count(*),
        coalesce(sum(coalesce(handoff.saved_tokens, 0) - coalesce(summarizer_tokens, 0)) filter (where kind = 'context' and ${ENFORCED}), 0)
      from handoff join session using (workspace_id, session_id)
      where occurred_at between started_at and last_event_at group by 1, 2`,
  },
  files: {
    // A document that is no record counts as one event, and is none.
    kept: `select workspace_id, source_file_id, event_count, duplicate_count from source_file
      where event_count + duplicate_count > 0 and format not in ('${manifest.name}', '${handoffDocument.name}')`,
    counted: `select workspace_id, source_file_id, count(*) filter (where duplicate_of is null),
        count(*) filter (where duplicate_of is not null)
      from event group by 1, 2`,
  },
};

/** The names of the sums that are not what a recount gives. */
export async function listWrongSums(db: Database): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, { kept, counted }] of Object.entries(RECOUNTS)) {
    const differences = await select(
      db,
      z.unknown(),
      `(${kept} except ${counted}) union all (${counted} except ${kept})`,
    );
    if (differences.length > 0) wrong.push(name);
  }
  return wrong;
}
