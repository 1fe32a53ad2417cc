CREATE TABLE "blocked_by_field_day" (
	"workspace_id" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"path" text NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "blocked_by_field_day_pkey" PRIMARY KEY("workspace_id","day","path")
);
--> statement-breakpoint
CREATE TABLE "blocked_by_field_hour" (
	"workspace_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"path" text NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "blocked_by_field_hour_pkey" PRIMARY KEY("workspace_id","hour","path")
);
--> statement-breakpoint
-- What the outlines that are there say. Sizes of before they had a limit are taken for a billion at most, so that 64 bits hold their sums.
INSERT INTO blocked_by_field_hour (workspace_id, hour, path, handoff_count, tokens)
SELECT workspace_id, date_trunc('hour', occurred_at, 'UTC'), left(entry ->> 'path', 500), count(*),
  sum((least((entry ->> 'tokens')::numeric, 1000000000) - least((entry ->> 'after')::numeric, 1000000000))::bigint)
FROM handoff JOIN handoff_outline USING (workspace_id, occurred_at, source_file_id, generation, sequence, ordinal),
  jsonb_path_query(entries, '$[*] ? (@.cause == "blocked" && @.after < @.tokens)') AS entry
WHERE kind = 'context' AND mode IS NOT NULL AND scoping_state IS DISTINCT FROM 'observed' AND saved_by_blocked > 0 GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO blocked_by_field_day (workspace_id, day, path, handoff_count, tokens)
SELECT workspace_id, date_trunc('day', hour, 'UTC'), path, sum(handoff_count), sum(tokens) FROM blocked_by_field_hour GROUP BY 1, 2, 3;
