ALTER TABLE "handoff" ADD COLUMN "enforcement" text;--> statement-breakpoint
ALTER TABLE "handoff" ADD COLUMN "drift" jsonb;--> statement-breakpoint
ALTER TABLE "handoff_outline" ADD COLUMN "agents" text[];--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "drift_count" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "compaction_words" ON "compaction" USING gin (to_tsvector('simple', left(coalesce("summary", ''), 100000)));--> statement-breakpoint
CREATE INDEX "handoff_unjudged" ON "handoff" USING btree ("workspace_id","occurred_at") WHERE enforcement is null and kind = 'context';--> statement-breakpoint
CREATE INDEX "handoff_unknown_policy" ON "handoff" USING btree ("workspace_id","policy_version") WHERE enforcement = 'unknown';--> statement-breakpoint
CREATE INDEX "handoff_drift" ON "handoff" USING btree ("workspace_id","occurred_at") WHERE enforcement = 'differs';--> statement-breakpoint
CREATE INDEX "session_drift" ON "session" USING btree ("workspace_id","last_event_at","session_id") WHERE drift_count > 0;--> statement-breakpoint
CREATE INDEX "session_words" ON "session" USING gin (to_tsvector('simple', left(coalesce("title", ''), 10000) || ' ' || "session_id" || ' ' || coalesce("workflow_id", '')));--> statement-breakpoint
CREATE INDEX "task_attempt_words" ON "task_attempt" USING gin (to_tsvector('simple', left(coalesce("task_name", ''), 10000) || ' ' || left(coalesce("handoff_text", ''), 100000)));