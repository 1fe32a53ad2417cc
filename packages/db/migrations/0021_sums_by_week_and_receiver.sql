-- First, so that a program of before that still writes waits here, and then fails: it knows no weeks.
ALTER TABLE "savings_by_mode_day" ADD COLUMN "to_model" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "savings_by_mode_hour" ADD COLUMN "to_model" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "savings_by_mode_day" DROP CONSTRAINT "savings_by_mode_day_pkey";
--> statement-breakpoint
ALTER TABLE "savings_by_mode_day" ADD CONSTRAINT "savings_by_mode_day_pkey" PRIMARY KEY("workspace_id","day","mode","to_model");
--> statement-breakpoint
ALTER TABLE "savings_by_mode_hour" DROP CONSTRAINT "savings_by_mode_hour_pkey";
--> statement-breakpoint
ALTER TABLE "savings_by_mode_hour" ADD CONSTRAINT "savings_by_mode_hour_pkey" PRIMARY KEY("workspace_id","hour","mode","to_model");
--> statement-breakpoint
CREATE TABLE "savings_by_pair_week" (
	"workspace_id" text NOT NULL,
	"week" timestamp (3) with time zone NOT NULL,
	"from_agent" text NOT NULL,
	"to_agent" text NOT NULL,
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
	CONSTRAINT "savings_by_pair_week_pkey" PRIMARY KEY("workspace_id","week","from_agent","to_agent","rule_id","mode","to_model")
);
--> statement-breakpoint
CREATE TABLE "savings_by_receiver_day" (
	"workspace_id" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"to_agent" text NOT NULL,
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
	CONSTRAINT "savings_by_receiver_day_pkey" PRIMARY KEY("workspace_id","day","to_agent")
);
--> statement-breakpoint
CREATE TABLE "savings_by_receiver_hour" (
	"workspace_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"to_agent" text NOT NULL,
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
	CONSTRAINT "savings_by_receiver_hour_pkey" PRIMARY KEY("workspace_id","hour","to_agent")
);
--> statement-breakpoint
CREATE TABLE "savings_by_rule_week" (
	"workspace_id" text NOT NULL,
	"week" timestamp (3) with time zone NOT NULL,
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
	CONSTRAINT "savings_by_rule_week_pkey" PRIMARY KEY("workspace_id","week","rule_id","mode","to_model")
);
--> statement-breakpoint
CREATE INDEX "savings_by_pair_week_pair" ON "savings_by_pair_week" USING btree ("workspace_id","from_agent","to_agent","week");
--> statement-breakpoint
CREATE INDEX "savings_by_rule_week_rule" ON "savings_by_rule_week" USING btree ("workspace_id","rule_id","week");
--> statement-breakpoint
-- What has been summed up so far, in the new roll-ups too.
DELETE FROM savings_by_mode_hour;
--> statement-breakpoint
INSERT INTO savings_by_mode_hour (workspace_id, hour, mode, to_model, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, hour, mode, to_model, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_rule_hour GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
DELETE FROM savings_by_mode_day;
--> statement-breakpoint
INSERT INTO savings_by_mode_day (workspace_id, day, mode, to_model, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, day, mode, to_model, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_rule_day GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO savings_by_rule_week (workspace_id, week, rule_id, mode, to_model, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, date_bin('7 days', day, '1970-01-01T00:00Z'), rule_id, mode, to_model, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_rule_day GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO savings_by_pair_week (workspace_id, week, from_agent, to_agent, rule_id, mode, to_model, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, date_bin('7 days', day, '1970-01-01T00:00Z'), from_agent, to_agent, rule_id, mode, to_model, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_pair_day GROUP BY 1, 2, 3, 4, 5, 6, 7;
--> statement-breakpoint
INSERT INTO savings_by_receiver_hour (workspace_id, hour, to_agent, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, hour, to_agent, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_pair_hour GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO savings_by_receiver_day (workspace_id, day, to_agent, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, day, to_agent, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_pair_day GROUP BY 1, 2, 3;
