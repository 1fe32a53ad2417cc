-- What the handoffs that are there say of rules and modes. Before anything is locked, since it takes seconds for millions.
CREATE TEMPORARY TABLE told_apart ON COMMIT DROP AS
SELECT workspace_id, date_trunc('hour', occurred_at, 'UTC') AS hour, from_agent, to_agent, coalesce(rule_id, '') AS rule_id, mode, coalesce(to_model, '') AS to_model, count(*) FILTER (WHERE scoping_state is distinct from 'observed') AS handoff_count, coalesce(sum(before_tokens) FILTER (WHERE scoping_state is distinct from 'observed'), 0) AS before_tokens, coalesce(sum(after_tokens) FILTER (WHERE scoping_state is distinct from 'observed'), 0) AS after_tokens, coalesce(sum(saved_tokens) FILTER (WHERE scoping_state is distinct from 'observed'), 0) AS saved_tokens, coalesce(sum(saved_by_mode) FILTER (WHERE scoping_state is distinct from 'observed'), 0) AS saved_by_mode, coalesce(sum(saved_by_not_allowed) FILTER (WHERE scoping_state is distinct from 'observed'), 0) AS saved_by_not_allowed, coalesce(sum(saved_by_blocked) FILTER (WHERE scoping_state is distinct from 'observed'), 0) AS saved_by_blocked, coalesce(sum(saved_by_dropped) FILTER (WHERE scoping_state is distinct from 'observed'), 0) AS saved_by_dropped, coalesce(sum(saved_by_extracted) FILTER (WHERE scoping_state is distinct from 'observed'), 0) AS saved_by_extracted, coalesce(sum(saved_by_summarized) FILTER (WHERE scoping_state is distinct from 'observed'), 0) AS saved_by_summarized, coalesce(sum(added_tokens) FILTER (WHERE scoping_state is distinct from 'observed'), 0) AS added_tokens, coalesce(sum(summarizer_tokens) FILTER (WHERE scoping_state is distinct from 'observed'), 0) AS summarizer_tokens, count(*) FILTER (WHERE scoping_state is distinct from 'observed' AND saved_by_blocked > 0) AS blocked_count, count(*) FILTER (WHERE NOT (scoping_state is distinct from 'observed')) AS observed_count, coalesce(sum(saved_tokens) FILTER (WHERE NOT (scoping_state is distinct from 'observed')), 0) AS observed_saved_tokens
FROM handoff WHERE kind = 'context' AND mode IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7;
--> statement-breakpoint
-- Of handoffs that retention deleted, sums are left by pair alone.
INSERT INTO told_apart (workspace_id, hour, from_agent, to_agent, rule_id, mode, to_model, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, hour, from_agent, to_agent, '', '', to_model, sums.handoff_count - coalesce(known.handoff_count, 0), sums.before_tokens - coalesce(known.before_tokens, 0), sums.after_tokens - coalesce(known.after_tokens, 0), sums.saved_tokens - coalesce(known.saved_tokens, 0), sums.saved_by_mode - coalesce(known.saved_by_mode, 0), sums.saved_by_not_allowed - coalesce(known.saved_by_not_allowed, 0), sums.saved_by_blocked - coalesce(known.saved_by_blocked, 0), sums.saved_by_dropped - coalesce(known.saved_by_dropped, 0), sums.saved_by_extracted - coalesce(known.saved_by_extracted, 0), sums.saved_by_summarized - coalesce(known.saved_by_summarized, 0), sums.added_tokens - coalesce(known.added_tokens, 0), sums.summarizer_tokens - coalesce(known.summarizer_tokens, 0), sums.blocked_count - coalesce(known.blocked_count, 0), sums.observed_count - coalesce(known.observed_count, 0), sums.observed_saved_tokens - coalesce(known.observed_saved_tokens, 0)
FROM savings_by_pair_hour sums LEFT JOIN (
  SELECT workspace_id, hour, from_agent, to_agent, to_model, sum(handoff_count) AS handoff_count, sum(before_tokens) AS before_tokens, sum(after_tokens) AS after_tokens, sum(saved_tokens) AS saved_tokens, sum(saved_by_mode) AS saved_by_mode, sum(saved_by_not_allowed) AS saved_by_not_allowed, sum(saved_by_blocked) AS saved_by_blocked, sum(saved_by_dropped) AS saved_by_dropped, sum(saved_by_extracted) AS saved_by_extracted, sum(saved_by_summarized) AS saved_by_summarized, sum(added_tokens) AS added_tokens, sum(summarizer_tokens) AS summarizer_tokens, sum(blocked_count) AS blocked_count, sum(observed_count) AS observed_count, sum(observed_saved_tokens) AS observed_saved_tokens
  FROM told_apart GROUP BY 1, 2, 3, 4, 5) known USING (workspace_id, hour, from_agent, to_agent, to_model)
WHERE sums.handoff_count <> coalesce(known.handoff_count, 0) OR sums.observed_count <> coalesce(known.observed_count, 0);
--> statement-breakpoint
TRUNCATE savings_by_pair_hour, savings_by_pair_day;
--> statement-breakpoint
CREATE TABLE "compactions_by_agent_day" (
	"workspace_id" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"agent" text NOT NULL,
	"trigger" text NOT NULL,
	"compaction_count" bigint DEFAULT 0 NOT NULL,
	"measured_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "compactions_by_agent_day_pkey" PRIMARY KEY("workspace_id","day","agent","trigger")
);
--> statement-breakpoint
CREATE TABLE "compactions_by_agent_hour" (
	"workspace_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"agent" text NOT NULL,
	"trigger" text NOT NULL,
	"compaction_count" bigint DEFAULT 0 NOT NULL,
	"measured_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "compactions_by_agent_hour_pkey" PRIMARY KEY("workspace_id","hour","agent","trigger")
);
--> statement-breakpoint
ALTER TABLE "savings_by_pair_day" ADD COLUMN "rule_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "savings_by_pair_day" ADD COLUMN "mode" text NOT NULL;--> statement-breakpoint
ALTER TABLE "savings_by_pair_hour" ADD COLUMN "rule_id" text NOT NULL;--> statement-breakpoint
ALTER TABLE "savings_by_pair_hour" ADD COLUMN "mode" text NOT NULL;--> statement-breakpoint
ALTER TABLE "savings_by_pair_day" DROP CONSTRAINT "savings_by_pair_day_pkey";
--> statement-breakpoint
ALTER TABLE "savings_by_pair_day" ADD CONSTRAINT "savings_by_pair_day_pkey" PRIMARY KEY("workspace_id","day","from_agent","to_agent","rule_id","mode","to_model");--> statement-breakpoint
ALTER TABLE "savings_by_pair_hour" DROP CONSTRAINT "savings_by_pair_hour_pkey";
--> statement-breakpoint
ALTER TABLE "savings_by_pair_hour" ADD CONSTRAINT "savings_by_pair_hour_pkey" PRIMARY KEY("workspace_id","hour","from_agent","to_agent","rule_id","mode","to_model");--> statement-breakpoint
CREATE INDEX "savings_by_pair_day_pair" ON "savings_by_pair_day" USING btree ("workspace_id","from_agent","to_agent","day");--> statement-breakpoint
CREATE INDEX "savings_by_rule_day_rule" ON "savings_by_rule_day" USING btree ("workspace_id","rule_id","day");
--> statement-breakpoint
INSERT INTO savings_by_pair_hour (workspace_id, hour, from_agent, to_agent, rule_id, mode, to_model, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, hour, from_agent, to_agent, rule_id, mode, to_model, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens FROM told_apart;
--> statement-breakpoint
INSERT INTO savings_by_pair_day (workspace_id, day, from_agent, to_agent, rule_id, mode, to_model, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, date_trunc('day', hour, 'UTC'), from_agent, to_agent, rule_id, mode, to_model, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_pair_hour GROUP BY 1, 2, 3, 4, 5, 6, 7;
--> statement-breakpoint
INSERT INTO compactions_by_agent_hour (workspace_id, hour, agent, trigger, compaction_count, measured_count, before_tokens, after_tokens)
SELECT workspace_id, date_trunc('hour', occurred_at, 'UTC'), coalesce(agent, ''), coalesce(trigger, ''), count(*), count(before_tokens + after_tokens),
  coalesce(sum(before_tokens) FILTER (WHERE after_tokens IS NOT NULL), 0), coalesce(sum(after_tokens) FILTER (WHERE before_tokens IS NOT NULL), 0)
FROM compaction GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO compactions_by_agent_day (workspace_id, day, agent, trigger, compaction_count, measured_count, before_tokens, after_tokens)
SELECT workspace_id, date_trunc('day', occurred_at, 'UTC'), coalesce(agent, ''), coalesce(trigger, ''), count(*), count(before_tokens + after_tokens),
  coalesce(sum(before_tokens) FILTER (WHERE after_tokens IS NOT NULL), 0), coalesce(sum(after_tokens) FILTER (WHERE before_tokens IS NOT NULL), 0)
FROM compaction GROUP BY 1, 2, 3, 4;
