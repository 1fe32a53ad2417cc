CREATE TABLE "savings_by_pair_quarter_day" (
	"workspace_id" text NOT NULL,
	"quarter_day" timestamp (3) with time zone NOT NULL,
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
	CONSTRAINT "savings_by_pair_quarter_day_pkey" PRIMARY KEY("workspace_id","quarter_day","from_agent","to_agent","rule_id","mode","to_model")
);
--> statement-breakpoint
CREATE TABLE "savings_by_rule_and_mode_day" (
	"workspace_id" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"rule_id" text NOT NULL,
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
	CONSTRAINT "savings_by_rule_and_mode_day_pkey" PRIMARY KEY("workspace_id","day","rule_id","mode")
);
--> statement-breakpoint
CREATE TABLE "savings_by_rule_and_mode_hour" (
	"workspace_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"rule_id" text NOT NULL,
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
	CONSTRAINT "savings_by_rule_and_mode_hour_pkey" PRIMARY KEY("workspace_id","hour","rule_id","mode")
);
--> statement-breakpoint
CREATE TABLE "savings_by_workspace_day" (
	"workspace_id" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
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
	CONSTRAINT "savings_by_workspace_day_pkey" PRIMARY KEY("workspace_id","day")
);
--> statement-breakpoint
CREATE TABLE "savings_by_workspace_hour" (
	"workspace_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
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
	CONSTRAINT "savings_by_workspace_hour_pkey" PRIMARY KEY("workspace_id","hour")
);
--> statement-breakpoint
CREATE INDEX "savings_by_pair_quarter_day_pair" ON "savings_by_pair_quarter_day" USING btree ("workspace_id","from_agent","to_agent","quarter_day");--> statement-breakpoint
CREATE INDEX "savings_by_rule_and_mode_day_rule" ON "savings_by_rule_and_mode_day" USING btree ("workspace_id","rule_id","day");--> statement-breakpoint
CREATE INDEX "savings_by_rule_and_mode_hour_rule" ON "savings_by_rule_and_mode_hour" USING btree ("workspace_id","rule_id","hour");
--> statement-breakpoint
-- What has been summed up so far, in the order of time, as it would have been written.
INSERT INTO savings_by_rule_and_mode_hour (workspace_id, hour, rule_id, mode, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, hour, rule_id, mode, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_rule_hour GROUP BY 1, 2, 3, 4 ORDER BY 2;
--> statement-breakpoint
INSERT INTO savings_by_rule_and_mode_day (workspace_id, day, rule_id, mode, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, day, rule_id, mode, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_rule_day GROUP BY 1, 2, 3, 4 ORDER BY 2;
--> statement-breakpoint
INSERT INTO savings_by_workspace_hour (workspace_id, hour, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, hour, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_mode_hour GROUP BY 1, 2 ORDER BY 2;
--> statement-breakpoint
INSERT INTO savings_by_workspace_day (workspace_id, day, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, day, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_mode_day GROUP BY 1, 2 ORDER BY 2;
--> statement-breakpoint
INSERT INTO savings_by_pair_quarter_day (workspace_id, quarter_day, from_agent, to_agent, rule_id, mode, to_model, handoff_count, before_tokens, after_tokens, saved_tokens, saved_by_mode, saved_by_not_allowed, saved_by_blocked, saved_by_dropped, saved_by_extracted, saved_by_summarized, added_tokens, summarizer_tokens, blocked_count, observed_count, observed_saved_tokens)
SELECT workspace_id, date_bin('6 hours', hour, '1970-01-01T00:00Z'), from_agent, to_agent, rule_id, mode, to_model, sum(handoff_count), sum(before_tokens), sum(after_tokens), sum(saved_tokens), sum(saved_by_mode), sum(saved_by_not_allowed), sum(saved_by_blocked), sum(saved_by_dropped), sum(saved_by_extracted), sum(saved_by_summarized), sum(added_tokens), sum(summarizer_tokens), sum(blocked_count), sum(observed_count), sum(observed_saved_tokens)
FROM savings_by_pair_hour GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 2;
