CREATE TABLE "compaction" (
	"workspace_id" text NOT NULL,
	"event_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"session_id" text,
	"agent" text,
	"trigger" text,
	"before_tokens" bigint,
	"after_tokens" bigint,
	"preserved" text[] DEFAULT '{}' NOT NULL,
	"summary" text,
	CONSTRAINT "compaction_workspace_id_event_id_pk" PRIMARY KEY("workspace_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "event" (
	"workspace_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"identity" text,
	"duplicate_of" text,
	"event_type" text NOT NULL,
	"session_id" text,
	"is_error" boolean DEFAULT false NOT NULL,
	"line_number" bigint NOT NULL,
	"text" text,
	"byte_length" integer NOT NULL,
	"sha256" text NOT NULL,
	"masked_secret_count" integer DEFAULT 0 NOT NULL,
	"has_content" boolean NOT NULL,
	"ingested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_pkey" PRIMARY KEY("workspace_id","occurred_at","source_file_id","generation","sequence","ordinal")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "event_identity" (
	"workspace_id" text NOT NULL,
	"identity" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	CONSTRAINT "event_identity_workspace_id_identity_pk" PRIMARY KEY("workspace_id","identity")
);
--> statement-breakpoint
CREATE TABLE "handoff" (
	"workspace_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"event_id" text NOT NULL,
	"session_id" text,
	"workflow_id" text,
	"kind" text NOT NULL,
	"from_agent" text NOT NULL,
	"to_agent" text NOT NULL,
	"mode" text,
	"rule_id" text,
	"policy_version" text,
	"scoping_state" text,
	"before_tokens" bigint,
	"after_tokens" bigint,
	"saved_tokens" bigint,
	"measure_before" text,
	"measure_after" text,
	"saved_by_mode" bigint,
	"saved_by_not_allowed" bigint,
	"saved_by_blocked" bigint,
	"saved_by_dropped" bigint,
	"saved_by_extracted" bigint,
	"saved_by_summarized" bigint,
	"added_tokens" bigint,
	"to_model" text,
	"summarizer_tokens" bigint,
	"duration_us" double precision,
	"context_sha256" text,
	"translation_strategies" text[] DEFAULT '{}' NOT NULL,
	"audit_note" text,
	CONSTRAINT "handoff_pkey" PRIMARY KEY("workspace_id","occurred_at","source_file_id","generation","sequence","ordinal")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "handoff_outline" (
	"workspace_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"event_id" text NOT NULL,
	"entries" jsonb NOT NULL,
	"is_truncated" boolean NOT NULL,
	CONSTRAINT "handoff_outline_pkey" PRIMARY KEY("workspace_id","occurred_at","source_file_id","generation","sequence","ordinal")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "manifest" (
	"workspace_id" text NOT NULL,
	"manifest_id" text NOT NULL,
	"source_file_id" bigint NOT NULL,
	"path" text NOT NULL,
	"project_root" text NOT NULL,
	"from_agent" text,
	"artifact_type" text,
	"scope" text,
	"manifest_tokens" bigint NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"text" text,
	"sha256" text NOT NULL,
	"ingested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "manifest_workspace_id_manifest_id_pk" PRIMARY KEY("workspace_id","manifest_id")
);
--> statement-breakpoint
CREATE TABLE "message_usage" (
	"workspace_id" text NOT NULL,
	"usage_key" text NOT NULL,
	"session_id" text,
	"agent" text NOT NULL,
	"model" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_creation_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_read_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "message_usage_workspace_id_usage_key_pk" PRIMARY KEY("workspace_id","usage_key")
);
--> statement-breakpoint
CREATE TABLE "policy_version" (
	"workspace_id" text NOT NULL,
	"policy_version" text NOT NULL,
	"origin" text NOT NULL,
	"policy_text" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"is_observing" boolean NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "policy_version_workspace_id_policy_version_pk" PRIMARY KEY("workspace_id","policy_version")
);
--> statement-breakpoint
CREATE TABLE "quarantined_line" (
	"workspace_id" text NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"line_number" bigint NOT NULL,
	"code" text NOT NULL,
	"reason" text NOT NULL,
	"text" text,
	"byte_length" bigint NOT NULL,
	"sha256" text NOT NULL,
	"quarantined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quarantined_line_pkey" PRIMARY KEY("workspace_id","source_file_id","generation","sequence")
);
--> statement-breakpoint
CREATE TABLE "savings_by_pair_hour" (
	"workspace_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
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
	CONSTRAINT "savings_by_pair_hour_pkey" PRIMARY KEY("workspace_id","hour","from_agent","to_agent","to_model")
);
--> statement-breakpoint
CREATE TABLE "savings_by_rule_hour" (
	"workspace_id" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
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
	CONSTRAINT "savings_by_rule_hour_pkey" PRIMARY KEY("workspace_id","hour","rule_id","mode","to_model")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"workspace_id" text NOT NULL,
	"session_id" text NOT NULL,
	"format" text NOT NULL,
	"title" text,
	"workflow_id" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_event_at" timestamp (3) with time zone NOT NULL,
	"event_count" bigint DEFAULT 0 NOT NULL,
	"error_count" bigint DEFAULT 0 NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"scoped_count" bigint DEFAULT 0 NOT NULL,
	"delegation_count" bigint DEFAULT 0 NOT NULL,
	"compaction_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	"saved_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "session_workspace_id_session_id_pk" PRIMARY KEY("workspace_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "source" (
	"workspace_id" text NOT NULL,
	"source_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "source_source_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"root" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_scanned_at" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "source_workspace_id_source_id_pk" PRIMARY KEY("workspace_id","source_id"),
	CONSTRAINT "source_root" UNIQUE("workspace_id","root")
);
--> statement-breakpoint
CREATE TABLE "source_file" (
	"workspace_id" text NOT NULL,
	"source_file_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "source_file_source_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source_id" bigint NOT NULL,
	"path" text NOT NULL,
	"format" text,
	"state" text DEFAULT 'reading' NOT NULL,
	"device" text,
	"inode" text,
	"fingerprint" text,
	"fingerprint_length" integer DEFAULT 0 NOT NULL,
	"cursor_fingerprint" text,
	"generation" integer DEFAULT 0 NOT NULL,
	"read_offset" bigint DEFAULT 0 NOT NULL,
	"file_size" bigint DEFAULT 0 NOT NULL,
	"line_count" bigint DEFAULT 0 NOT NULL,
	"event_count" bigint DEFAULT 0 NOT NULL,
	"duplicate_count" bigint DEFAULT 0 NOT NULL,
	"quarantined_count" bigint DEFAULT 0 NOT NULL,
	"masked_secret_count" bigint DEFAULT 0 NOT NULL,
	"last_occurred_at" timestamp (3) with time zone,
	"last_session_id" text,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "source_file_workspace_id_source_file_id_pk" PRIMARY KEY("workspace_id","source_file_id")
);
--> statement-breakpoint
CREATE TABLE "workspace" (
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_workspace_id_pk" PRIMARY KEY("workspace_id")
);
--> statement-breakpoint
CREATE INDEX "compaction_session" ON "compaction" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "compaction_time" ON "compaction" USING btree ("workspace_id","occurred_at");--> statement-breakpoint
CREATE INDEX "event_session" ON "event" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "event_position" ON "event" USING btree ("workspace_id","source_file_id","generation","sequence","ordinal");--> statement-breakpoint
CREATE INDEX "handoff_event" ON "handoff" USING btree ("workspace_id","event_id");--> statement-breakpoint
CREATE INDEX "handoff_session" ON "handoff" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "handoff_pair" ON "handoff" USING btree ("workspace_id","from_agent","to_agent","occurred_at");--> statement-breakpoint
CREATE INDEX "handoff_rule" ON "handoff" USING btree ("workspace_id","rule_id","occurred_at");--> statement-breakpoint
CREATE INDEX "handoff_outline_event" ON "handoff_outline" USING btree ("workspace_id","event_id");--> statement-breakpoint
CREATE INDEX "manifest_time" ON "manifest" USING btree ("workspace_id","written_at");--> statement-breakpoint
CREATE INDEX "manifest_path" ON "manifest" USING btree ("workspace_id","path");--> statement-breakpoint
CREATE INDEX "message_usage_session" ON "message_usage" USING btree ("workspace_id","session_id");--> statement-breakpoint
CREATE INDEX "quarantined_line_time" ON "quarantined_line" USING btree ("workspace_id","quarantined_at");--> statement-breakpoint
CREATE INDEX "session_last_event" ON "session" USING btree ("workspace_id","last_event_at","session_id");--> statement-breakpoint
CREATE INDEX "session_saved" ON "session" USING btree ("workspace_id","saved_tokens","session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "source_file_path" ON "source_file" USING btree ("workspace_id","path") WHERE state <> 'gone';--> statement-breakpoint
CREATE INDEX "source_file_source" ON "source_file" USING btree ("workspace_id","source_id");--> statement-breakpoint
CREATE INDEX "source_file_inode" ON "source_file" USING btree ("workspace_id","device","inode");