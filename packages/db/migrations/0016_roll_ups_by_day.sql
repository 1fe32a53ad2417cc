CREATE TABLE "savings_by_mode_day" (
	"workspace_id" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"mode" text NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	"saved_tokens" bigint DEFAULT 0 NOT NULL,
	"saved_by_mode" bigint DEFAULT 0 NOT NULL,
	"saved_by_not_allowed" bigint DEFAULT 0 NOT NULL,
	"saved_by_blocked" bigint DEFAULT 0 NOT NULL,
	"saved_by_dropped" bigint DEFAULT 0 NOT NULL,
	"saved_by_extracted" bigint DEFAULT 0 NOT NULL,
	"saved_by_summarized" bigint DEFAULT 0 NOT NULL,
	"added_tokens" bigint DEFAULT 0 NOT NULL,
	"summarizer_tokens" bigint DEFAULT 0 NOT NULL,
	"blocked_count" bigint DEFAULT 0 NOT NULL,
	"observed_count" bigint DEFAULT 0 NOT NULL,
	"observed_saved_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "savings_by_mode_day_pkey" PRIMARY KEY("workspace_id","day","mode")
);
--> statement-breakpoint
CREATE TABLE "savings_by_mode_hour" (
	"workspace_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"mode" text NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	"saved_tokens" bigint DEFAULT 0 NOT NULL,
	"saved_by_mode" bigint DEFAULT 0 NOT NULL,
	"saved_by_not_allowed" bigint DEFAULT 0 NOT NULL,
	"saved_by_blocked" bigint DEFAULT 0 NOT NULL,
	"saved_by_dropped" bigint DEFAULT 0 NOT NULL,
	"saved_by_extracted" bigint DEFAULT 0 NOT NULL,
	"saved_by_summarized" bigint DEFAULT 0 NOT NULL,
	"added_tokens" bigint DEFAULT 0 NOT NULL,
	"summarizer_tokens" bigint DEFAULT 0 NOT NULL,
	"blocked_count" bigint DEFAULT 0 NOT NULL,
	"observed_count" bigint DEFAULT 0 NOT NULL,
	"observed_saved_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "savings_by_mode_hour_pkey" PRIMARY KEY("workspace_id","hour","mode")
);
--> statement-breakpoint
CREATE TABLE "savings_by_pair_day" (
	"workspace_id" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"from_agent" text NOT NULL,
	"to_agent" text NOT NULL,
	"to_model" text NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	"saved_tokens" bigint DEFAULT 0 NOT NULL,
	"saved_by_mode" bigint DEFAULT 0 NOT NULL,
	"saved_by_not_allowed" bigint DEFAULT 0 NOT NULL,
	"saved_by_blocked" bigint DEFAULT 0 NOT NULL,
	"saved_by_dropped" bigint DEFAULT 0 NOT NULL,
	"saved_by_extracted" bigint DEFAULT 0 NOT NULL,
	"saved_by_summarized" bigint DEFAULT 0 NOT NULL,
	"added_tokens" bigint DEFAULT 0 NOT NULL,
	"summarizer_tokens" bigint DEFAULT 0 NOT NULL,
	"blocked_count" bigint DEFAULT 0 NOT NULL,
	"observed_count" bigint DEFAULT 0 NOT NULL,
	"observed_saved_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "savings_by_pair_day_pkey" PRIMARY KEY("workspace_id","day","from_agent","to_agent","to_model")
);
--> statement-breakpoint
CREATE TABLE "savings_by_rule_day" (
	"workspace_id" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"rule_id" text NOT NULL,
	"mode" text NOT NULL,
	"to_model" text NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	"saved_tokens" bigint DEFAULT 0 NOT NULL,
	"saved_by_mode" bigint DEFAULT 0 NOT NULL,
	"saved_by_not_allowed" bigint DEFAULT 0 NOT NULL,
	"saved_by_blocked" bigint DEFAULT 0 NOT NULL,
	"saved_by_dropped" bigint DEFAULT 0 NOT NULL,
	"saved_by_extracted" bigint DEFAULT 0 NOT NULL,
	"saved_by_summarized" bigint DEFAULT 0 NOT NULL,
	"added_tokens" bigint DEFAULT 0 NOT NULL,
	"summarizer_tokens" bigint DEFAULT 0 NOT NULL,
	"blocked_count" bigint DEFAULT 0 NOT NULL,
	"observed_count" bigint DEFAULT 0 NOT NULL,
	"observed_saved_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "savings_by_rule_day_pkey" PRIMARY KEY("workspace_id","day","rule_id","mode","to_model")
);
--> statement-breakpoint
CREATE TABLE "ungoverned_by_pair_day" (
	"workspace_id" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"from_agent" text NOT NULL,
	"to_agent" text NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"before_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_count" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ungoverned_by_pair_day_pkey" PRIMARY KEY("workspace_id","day","kind","from_agent","to_agent")
);
--> statement-breakpoint
CREATE TABLE "ungoverned_by_pair_hour" (
	"workspace_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"from_agent" text NOT NULL,
	"to_agent" text NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"before_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_count" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ungoverned_by_pair_hour_pkey" PRIMARY KEY("workspace_id","hour","kind","from_agent","to_agent")
);
--> statement-breakpoint
CREATE INDEX "savings_by_pair_hour_pair" ON "savings_by_pair_hour" USING btree ("workspace_id","from_agent","to_agent","hour");--> statement-breakpoint
CREATE INDEX "savings_by_rule_hour_rule" ON "savings_by_rule_hour" USING btree ("workspace_id","rule_id","hour");--> statement-breakpoint
CREATE INDEX "session_handoffs" ON "session" USING btree ("workspace_id","handoff_count","session_id");--> statement-breakpoint
CREATE INDEX "session_start" ON "session" USING btree ("workspace_id","started_at");--> statement-breakpoint
-- What has been summed up so far, in the new roll-ups too.
INSERT INTO savings_by_rule_day (workspace_id, day, rule_id, mode, to_model, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, date_trunc('day', hour, 'UTC'), rule_id, mode, to_model, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_rule_hour GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO savings_by_pair_day (workspace_id, day, from_agent, to_agent, to_model, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, date_trunc('day', hour, 'UTC'), from_agent, to_agent, to_model, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_pair_hour GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO savings_by_mode_hour (workspace_id, hour, mode, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, hour, mode, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_rule_hour GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO savings_by_mode_day (workspace_id, day, mode, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, date_trunc('day', hour, 'UTC'), mode, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_rule_hour GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO ungoverned_by_pair_hour (workspace_id, hour, kind, from_agent, to_agent, handoff_count, before_count, before_tokens, after_count, after_tokens)
SELECT workspace_id, date_trunc('hour', occurred_at, 'UTC'), kind, from_agent, to_agent, count(*), count(before_tokens), coalesce(sum(before_tokens), 0), count(after_tokens), coalesce(sum(after_tokens), 0)
FROM handoff WHERE kind <> 'context' GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO ungoverned_by_pair_day (workspace_id, day, kind, from_agent, to_agent, handoff_count, before_count, before_tokens, after_count, after_tokens)
SELECT workspace_id, date_trunc('day', occurred_at, 'UTC'), kind, from_agent, to_agent, count(*), count(before_tokens), coalesce(sum(before_tokens), 0), count(after_tokens), coalesce(sum(after_tokens), 0)
FROM handoff WHERE kind <> 'context' GROUP BY 1, 2, 3, 4, 5;
