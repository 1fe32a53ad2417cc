CREATE TABLE "agent" (
	"workspace_id" text NOT NULL,
	"session_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"name" text,
	"started_by" text,
	"is_main" boolean NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_workspace_id_session_id_agent_id_pk" PRIMARY KEY("workspace_id","session_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "alert_event" (
	"workspace_id" text NOT NULL,
	"alert_id" bigint NOT NULL,
	"alert_event_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "alert_event_alert_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"change" text NOT NULL,
	"figure" double precision NOT NULL,
	"comparison" text NOT NULL,
	"threshold" double precision NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"window_end" timestamp (3) with time zone NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"notification_id" bigint,
	CONSTRAINT "alert_event_workspace_id_alert_id_alert_event_id_pk" PRIMARY KEY("workspace_id","alert_id","alert_event_id")
);
--> statement-breakpoint
CREATE TABLE "alert_rule" (
	"workspace_id" text NOT NULL,
	"alert_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "alert_rule_alert_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"figure" text NOT NULL,
	"comparison" text NOT NULL,
	"threshold" double precision NOT NULL,
	"window_hours" integer NOT NULL,
	"filter" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"channel_ids" bigint[] NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"state" text,
	"state_since" timestamp (3) with time zone,
	"figure_now" double precision,
	"looked_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_rule_workspace_id_alert_id_pk" PRIMARY KEY("workspace_id","alert_id")
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"workspace_id" text NOT NULL,
	"key_id" text NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" text NOT NULL,
	"created_by_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_key_workspace_id_key_id_pk" PRIMARY KEY("workspace_id","key_id")
);
--> statement-breakpoint
CREATE TABLE "artifact_read" (
	"workspace_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"event_id" text NOT NULL,
	"session_id" text,
	"workflow_id" text,
	"agent" text,
	"path" text NOT NULL,
	"tokens" bigint NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "artifact_read_pkey" PRIMARY KEY("workspace_id","occurred_at","source_file_id","generation","sequence","ordinal")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"workspace_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_head_workspace_id_pk" PRIMARY KEY("workspace_id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"workspace_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_log_workspace_id_sequence_pk" PRIMARY KEY("workspace_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "auth_account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_link" (
	"token_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "auth_link_token_hash_pk" PRIMARY KEY("token_hash")
);
--> statement-breakpoint
CREATE TABLE "auth_session" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth_user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"is_founder" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth_verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "block_mark" (
	"workspace_id" text NOT NULL,
	"session_id" text NOT NULL,
	"key" text NOT NULL,
	"source" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"is_removed" boolean NOT NULL,
	"field" text NOT NULL,
	"event_id" text NOT NULL,
	"from_agent" text NOT NULL,
	"rule_id" text,
	"cause" text,
	CONSTRAINT "block_mark_workspace_id_session_id_key_source_pk" PRIMARY KEY("workspace_id","session_id","key","source")
);
--> statement-breakpoint
CREATE TABLE "blocked_by_field" (
	"workspace_id" text NOT NULL,
	"span" smallint NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"path" text NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "blocked_by_field_workspace_id_span_start_path_pk" PRIMARY KEY("workspace_id","span","start","path")
);
--> statement-breakpoint
CREATE TABLE "cold_file" (
	"workspace_id" text NOT NULL,
	"file_id" uuid NOT NULL,
	"table_name" text NOT NULL,
	"day" date NOT NULL,
	"state" text NOT NULL,
	"path" text NOT NULL,
	"row_count" bigint DEFAULT 0 NOT NULL,
	"byte_length" bigint DEFAULT 0 NOT NULL,
	"sha256" text,
	"rows_sha256" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cold_file_workspace_id_file_id_pk" PRIMARY KEY("workspace_id","file_id")
);
--> statement-breakpoint
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
	"agent_id" text,
	"is_notice" boolean DEFAULT false NOT NULL,
	"is_noticed" boolean DEFAULT false NOT NULL,
	"trigger" text,
	"before_tokens" bigint,
	"after_tokens" bigint,
	"preserved" text[] DEFAULT '{}' NOT NULL,
	"summary" text,
	"summarizer_tokens" bigint,
	"summarizer_output_tokens" bigint,
	"summarizer_model" text,
	"loss" jsonb,
	"compared_at" timestamp (3) with time zone,
	"total_facts" integer,
	"kept_facts" integer,
	CONSTRAINT "compaction_workspace_id_event_id_pk" PRIMARY KEY("workspace_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "compactions_by_agent" (
	"workspace_id" text NOT NULL,
	"span" smallint NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"agent" text NOT NULL,
	"trigger" text NOT NULL,
	"compaction_count" bigint DEFAULT 0 NOT NULL,
	"measured_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "compactions_by_agent_workspace_id_span_start_agent_trigger_pk" PRIMARY KEY("workspace_id","span","start","agent","trigger")
);
--> statement-breakpoint
CREATE TABLE "content_finding" (
	"workspace_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"number" integer NOT NULL,
	"session_id" text,
	"event_id" text,
	"from_agent" text,
	"to_agent" text,
	"rule_id" text NOT NULL,
	"detector" text NOT NULL,
	"action" text NOT NULL,
	"path" text NOT NULL,
	"match_count" bigint DEFAULT 0 NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "content_finding_pkey" PRIMARY KEY("workspace_id","occurred_at","source_file_id","generation","sequence","ordinal","number")
);
--> statement-breakpoint
CREATE TABLE "default_model" (
	"workspace_id" text NOT NULL,
	"model" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "default_model_workspace_id_pk" PRIMARY KEY("workspace_id")
);
--> statement-breakpoint
CREATE TABLE "dropped_lines" (
	"workspace_id" text NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"first_sequence" bigint NOT NULL,
	"last_sequence" bigint NOT NULL,
	"line_count" bigint NOT NULL,
	"cause" text NOT NULL,
	"dropped_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dropped_lines_pkey" PRIMARY KEY("workspace_id","source_file_id","generation","first_sequence")
);
--> statement-breakpoint
CREATE TABLE "erased_file" (
	"workspace_id" text NOT NULL,
	"path_sha256" text NOT NULL,
	"erasure_id" bigint NOT NULL,
	CONSTRAINT "erased_file_workspace_id_path_sha256_pk" PRIMARY KEY("workspace_id","path_sha256")
);
--> statement-breakpoint
CREATE TABLE "erased_memory" (
	"workspace_id" text NOT NULL,
	"memory_key" text NOT NULL,
	"erased_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "erased_memory_workspace_id_memory_key_pk" PRIMARY KEY("workspace_id","memory_key")
);
--> statement-breakpoint
CREATE TABLE "erasure" (
	"workspace_id" text NOT NULL,
	"erasure_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "erasure_erasure_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject_sha256" text NOT NULL,
	"subject" text,
	"requested_by" text NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"erased_rows" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "erasure_workspace_id_erasure_id_pk" PRIMARY KEY("workspace_id","erasure_id"),
	CONSTRAINT "erasure_subject" UNIQUE("workspace_id","kind","subject_sha256")
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
	"agent_id" text,
	"is_error" boolean DEFAULT false NOT NULL,
	"line_number" bigint NOT NULL,
	"text" text,
	"cold_bytes" integer,
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
CREATE TABLE "field_by_pair" (
	"workspace_id" text NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"flow" text NOT NULL,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"from_agent" text NOT NULL,
	"to_agent" text NOT NULL,
	"rule_id" text NOT NULL,
	"outcome" text NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "field_by_pair_workspace_id_start_flow_pk" PRIMARY KEY("workspace_id","start","flow")
) WITH (fillfactor = 60);
--> statement-breakpoint
CREATE TABLE "file_content" (
	"workspace_id" text NOT NULL,
	"sha256" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "file_content_workspace_id_sha256_pk" PRIMARY KEY("workspace_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "gate_run" (
	"workspace_id" text NOT NULL,
	"run_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "gate_run_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sha256" text NOT NULL,
	"path" text NOT NULL,
	"agent" text,
	"phase" text NOT NULL,
	"needs_approval" boolean NOT NULL,
	"review" text NOT NULL,
	"error_codes" text[] NOT NULL,
	"has_passed" boolean NOT NULL,
	"ran_by" text NOT NULL,
	"ran_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gate_run_workspace_id_run_id_pk" PRIMARY KEY("workspace_id","run_id")
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
	"from_agent_id" text,
	"to_agent_id" text,
	"answers" text,
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
	"saved_by_redacted" bigint,
	"saved_by_extracted" bigint,
	"saved_by_summarized" bigint,
	"added_tokens" bigint,
	"to_model" text,
	"summarizer_tokens" bigint,
	"summarizer_output_tokens" bigint,
	"summarizer_model" text,
	"duration_us" double precision,
	"context_sha256" text,
	"translation_strategies" text[] DEFAULT '{}' NOT NULL,
	"audit_note" text,
	"enforcement" text,
	"violation" jsonb,
	CONSTRAINT "handoff_pkey" PRIMARY KEY("workspace_id","occurred_at","source_file_id","generation","sequence","ordinal")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "handoff_document" (
	"workspace_id" text NOT NULL,
	"document_id" text NOT NULL,
	"source_file_id" bigint NOT NULL,
	"path" text NOT NULL,
	"project_root" text NOT NULL,
	"task_folder" text NOT NULL,
	"title" text,
	"task" text,
	"phase" text,
	"commit" text,
	"branch" text,
	"predecessor" text,
	"score" integer NOT NULL,
	"points" jsonb NOT NULL,
	"findings" jsonb NOT NULL,
	"error_count" integer NOT NULL,
	"warning_count" integer NOT NULL,
	"tokens" bigint NOT NULL,
	"line_count" integer NOT NULL,
	"sections_found" text[] NOT NULL,
	"staleness" text,
	"staleness_reasons" text[] NOT NULL,
	"checked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"superseded_at" timestamp (3) with time zone,
	"written_at" timestamp (3) with time zone NOT NULL,
	"text" text,
	"sha256" text NOT NULL,
	"ingested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "handoff_document_workspace_id_document_id_pk" PRIMARY KEY("workspace_id","document_id")
);
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
	"agents" text[],
	"observed_rules" jsonb,
	"content" text,
	"cold_bytes" integer,
	CONSTRAINT "handoff_outline_pkey" PRIMARY KEY("workspace_id","occurred_at","source_file_id","generation","sequence","ordinal")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "invitation" (
	"workspace_id" text NOT NULL,
	"invitation_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"roles" text[] NOT NULL,
	"invited_by" text NOT NULL,
	"invited_by_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitation_workspace_id_invitation_id_pk" PRIMARY KEY("workspace_id","invitation_id")
);
--> statement-breakpoint
CREATE TABLE "leak" (
	"workspace_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"name" text NOT NULL,
	"field" text NOT NULL,
	"session_id" text NOT NULL,
	"event_id" text NOT NULL,
	"from_agent" text NOT NULL,
	"to_agent" text NOT NULL,
	"rule_id" text,
	"evidence" text NOT NULL,
	"tokens" bigint NOT NULL,
	"places" jsonb NOT NULL,
	"blocked_at" timestamp (3) with time zone NOT NULL,
	"blocked_session_id" text NOT NULL,
	"blocked_event_id" text NOT NULL,
	"blocked_from_agent" text NOT NULL,
	"blocked_rule_id" text,
	"blocked_cause" text,
	CONSTRAINT "leak_pkey" PRIMARY KEY("workspace_id","occurred_at","source_file_id","generation","sequence","ordinal","name")
);
--> statement-breakpoint
CREATE TABLE "leak_search" (
	"workspace_id" text NOT NULL,
	"session_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"until" timestamp (3) with time zone,
	"is_new_to_family" boolean DEFAULT false NOT NULL,
	CONSTRAINT "leak_search_workspace_id_session_id_pk" PRIMARY KEY("workspace_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "line_shape" (
	"workspace_id" text NOT NULL,
	"format" text NOT NULL,
	"tool_version" text NOT NULL,
	"shape" text NOT NULL,
	"line_count" bigint DEFAULT 0 NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"line_number" bigint NOT NULL,
	CONSTRAINT "line_shape_workspace_id_format_tool_version_shape_pk" PRIMARY KEY("workspace_id","format","tool_version","shape")
);
--> statement-breakpoint
CREATE TABLE "manifest" (
	"workspace_id" text NOT NULL,
	"manifest_id" text NOT NULL,
	"source_file_id" bigint NOT NULL,
	"path" text NOT NULL,
	"project_root" text NOT NULL,
	"from_agent" text,
	"to_agents" text[] DEFAULT '{}' NOT NULL,
	"artifact_type" text,
	"scope" text,
	"manifest_tokens" bigint NOT NULL,
	"required_reading_tokens" bigint,
	"detail_tokens" bigint,
	"files" jsonb,
	"findings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"warning_count" integer DEFAULT 0 NOT NULL,
	"phase" text DEFAULT 'observe' NOT NULL,
	"has_passed" boolean DEFAULT true NOT NULL,
	"checked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"superseded_at" timestamp (3) with time zone,
	"written_at" timestamp (3) with time zone NOT NULL,
	"text" text,
	"sources_text" text,
	"sha256" text NOT NULL,
	"ingested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "manifest_workspace_id_manifest_id_pk" PRIMARY KEY("workspace_id","manifest_id")
);
--> statement-breakpoint
CREATE TABLE "manifest_file" (
	"workspace_id" text NOT NULL,
	"manifest_id" text NOT NULL,
	"path" text NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "manifest_file_workspace_id_manifest_id_path_pk" PRIMARY KEY("workspace_id","manifest_id","path")
);
--> statement-breakpoint
CREATE TABLE "manifest_handoff" (
	"workspace_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"event_id" text NOT NULL,
	"session_id" text,
	"workflow_id" text,
	"from_agent" text NOT NULL,
	"to_agent" text NOT NULL,
	"artifacts" text[] NOT NULL,
	"manifest_tokens" bigint,
	"required_tokens" bigint,
	CONSTRAINT "manifest_handoff_pkey" PRIMARY KEY("workspace_id","occurred_at","source_file_id","generation","sequence","ordinal")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "manifest_review" (
	"workspace_id" text NOT NULL,
	"review_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "manifest_review_review_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"manifest_id" text NOT NULL,
	"verdict" text NOT NULL,
	"comment" text NOT NULL,
	"reviewer" text NOT NULL,
	"reviewed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "manifest_review_workspace_id_review_id_pk" PRIMARY KEY("workspace_id","review_id")
);
--> statement-breakpoint
CREATE TABLE "memory" (
	"workspace_id" text NOT NULL,
	"memory_key" text NOT NULL,
	"source" text NOT NULL,
	"memory_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"line" integer,
	"content" jsonb NOT NULL,
	"author" text,
	"session_id" text,
	"tags" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"changed_tags" text[],
	"changed_expires_at" timestamp (3) with time zone,
	CONSTRAINT "memory_workspace_id_memory_key_pk" PRIMARY KEY("workspace_id","memory_key")
);
--> statement-breakpoint
CREATE TABLE "memory_read" (
	"workspace_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"event_id" text NOT NULL,
	"session_id" text,
	"agent" text NOT NULL,
	"memory_ids" text[] NOT NULL,
	CONSTRAINT "memory_read_pkey" PRIMARY KEY("workspace_id","occurred_at","source_file_id","generation","sequence","ordinal")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "message_usage" (
	"workspace_id" text NOT NULL,
	"usage_key" text NOT NULL,
	"session_id" text,
	"agent" text NOT NULL,
	"agent_id" text,
	"model" text,
	"branch" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_creation_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_creation_1h_tokens" bigint DEFAULT 0 NOT NULL,
	"cache_read_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"reasoning_tokens" bigint DEFAULT 0 NOT NULL,
	"answer_tokens" bigint,
	CONSTRAINT "message_usage_workspace_id_usage_key_pk" PRIMARY KEY("workspace_id","usage_key")
);
--> statement-breakpoint
CREATE TABLE "model_price" (
	"workspace_id" text NOT NULL,
	"model" text NOT NULL,
	"effective_from" date NOT NULL,
	"is_imported" boolean DEFAULT false NOT NULL,
	"provider" text,
	"input_price" double precision NOT NULL,
	"output_price" double precision,
	"cache_write_price" double precision,
	"cache_write_1h_price" double precision,
	"cache_read_price" double precision,
	"long_context" jsonb,
	"context_window" integer,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_price_workspace_id_model_effective_from_is_imported_pk" PRIMARY KEY("workspace_id","model","effective_from","is_imported")
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"workspace_id" text NOT NULL,
	"notification_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notification_notification_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"page" text NOT NULL,
	"actor_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_workspace_id_notification_id_pk" PRIMARY KEY("workspace_id","notification_id"),
	CONSTRAINT "notification_once" UNIQUE("workspace_id","key")
);
--> statement-breakpoint
CREATE TABLE "notification_channel" (
	"workspace_id" text NOT NULL,
	"channel_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notification_channel_channel_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"secret" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_channel_workspace_id_channel_id_pk" PRIMARY KEY("workspace_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "notification_delivery" (
	"workspace_id" text NOT NULL,
	"notification_id" bigint NOT NULL,
	"channel_id" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"answer" text,
	"last_error" text,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "notification_delivery_workspace_id_notification_id_channel_id_pk" PRIMARY KEY("workspace_id","notification_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "notification_read" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"notification_id" bigint NOT NULL,
	CONSTRAINT "notification_read_workspace_id_user_id_notification_id_pk" PRIMARY KEY("workspace_id","user_id","notification_id")
);
--> statement-breakpoint
CREATE TABLE "policy_client" (
	"workspace_id" text NOT NULL,
	"key_id" text NOT NULL,
	"instance" text NOT NULL,
	"client" text NOT NULL,
	"policy_version" text,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_client_workspace_id_key_id_instance_pk" PRIMARY KEY("workspace_id","key_id","instance")
);
--> statement-breakpoint
CREATE TABLE "policy_draft" (
	"workspace_id" text NOT NULL,
	"draft_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "policy_draft_draft_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state" text DEFAULT 'draft' NOT NULL,
	"revision" integer NOT NULL,
	"based_on" text,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_draft_workspace_id_draft_id_pk" PRIMARY KEY("workspace_id","draft_id")
);
--> statement-breakpoint
CREATE TABLE "policy_draft_revision" (
	"workspace_id" text NOT NULL,
	"draft_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"document" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"is_observing" boolean NOT NULL,
	"saved_by_id" text NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_draft_revision_workspace_id_draft_id_revision_pk" PRIMARY KEY("workspace_id","draft_id","revision")
);
--> statement-breakpoint
CREATE TABLE "policy_publication" (
	"workspace_id" text NOT NULL,
	"number" integer NOT NULL,
	"policy_version" text NOT NULL,
	"document" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"is_observing" boolean NOT NULL,
	"draft_id" bigint,
	"revision" integer,
	"restores" integer,
	"ground" text NOT NULL,
	"note" text NOT NULL,
	"acknowledged" jsonb NOT NULL,
	"published_by_id" text NOT NULL,
	"published_by" text NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_publication_workspace_id_number_pk" PRIMARY KEY("workspace_id","number")
);
--> statement-breakpoint
CREATE TABLE "policy_release" (
	"workspace_id" text NOT NULL,
	"release_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "policy_release_release_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state" text DEFAULT 'running' NOT NULL,
	"stage" jsonb NOT NULL,
	"stage_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"policy_version" text NOT NULL,
	"document" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"is_observing" boolean NOT NULL,
	"draft_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"ground" text NOT NULL,
	"note" text NOT NULL,
	"acknowledged" jsonb NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "policy_release_workspace_id_release_id_pk" PRIMARY KEY("workspace_id","release_id")
);
--> statement-breakpoint
CREATE TABLE "policy_review" (
	"workspace_id" text NOT NULL,
	"review_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "policy_review_review_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"draft_id" bigint NOT NULL,
	"revision" integer NOT NULL,
	"entry" text NOT NULL,
	"comment" text NOT NULL,
	"rule_id" text,
	"acknowledged" text[] DEFAULT '{}' NOT NULL,
	"reviewer_id" text NOT NULL,
	"reviewer" text NOT NULL,
	"reviewed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_review_workspace_id_draft_id_review_id_pk" PRIMARY KEY("workspace_id","draft_id","review_id")
);
--> statement-breakpoint
CREATE TABLE "policy_setting" (
	"workspace_id" text NOT NULL,
	"may_approve_own" boolean NOT NULL,
	CONSTRAINT "policy_setting_workspace_id_pk" PRIMARY KEY("workspace_id")
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
CREATE TABLE "posted_batch" (
	"workspace_id" text NOT NULL,
	"source_file_id" bigint NOT NULL,
	"idempotency_key" text NOT NULL,
	"sha256" text NOT NULL,
	"start_sequence" bigint NOT NULL,
	"end_sequence" bigint NOT NULL,
	"lines_before" bigint NOT NULL,
	"line_count" integer NOT NULL,
	"event_count" integer NOT NULL,
	"duplicate_count" integer NOT NULL,
	"masked_secret_count" integer NOT NULL,
	"posted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "posted_batch_workspace_id_source_file_id_idempotency_key_pk" PRIMARY KEY("workspace_id","source_file_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "progress_file" (
	"workspace_id" text NOT NULL,
	"document_id" text NOT NULL,
	"source_file_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"project_root" text NOT NULL,
	"task_folder" text NOT NULL,
	"phase" text,
	"done_count" integer,
	"total_count" integer,
	"handoff_count" bigint,
	"details" jsonb,
	"superseded_at" timestamp (3) with time zone,
	"written_at" timestamp (3) with time zone NOT NULL,
	"text" text,
	"sha256" text NOT NULL,
	"ingested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "progress_file_workspace_id_document_id_pk" PRIMARY KEY("workspace_id","document_id")
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
	"replayed_at" timestamp (3) with time zone,
	"replayed_by" text,
	"replayed_event_id" text,
	"try_count" integer DEFAULT 0 NOT NULL,
	"replay_request_id" bigint,
	"replay_message" text,
	CONSTRAINT "quarantined_line_pkey" PRIMARY KEY("workspace_id","source_file_id","generation","sequence")
);
--> statement-breakpoint
CREATE TABLE "replay_request" (
	"workspace_id" text NOT NULL,
	"request_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "replay_request_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"requested_by" text NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"code" text,
	"source_id" bigint,
	"source_file_id" bigint,
	"generation" integer,
	"sequence" bigint,
	"state" text DEFAULT 'waiting' NOT NULL,
	"line_count" bigint DEFAULT 0 NOT NULL,
	"replayed_count" bigint DEFAULT 0 NOT NULL,
	"refused_count" bigint DEFAULT 0 NOT NULL,
	"gone_count" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "replay_request_workspace_id_request_id_pk" PRIMARY KEY("workspace_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "report_link" (
	"workspace_id" text NOT NULL,
	"link_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "report_link_link_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"view" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "report_link_workspace_id_link_id_pk" PRIMARY KEY("workspace_id","link_id")
);
--> statement-breakpoint
CREATE TABLE "report_schedule" (
	"workspace_id" text NOT NULL,
	"schedule_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "report_schedule_schedule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"interval" text NOT NULL,
	"channel_ids" bigint[] NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "report_schedule_workspace_id_schedule_id_pk" PRIMARY KEY("workspace_id","schedule_id")
);
--> statement-breakpoint
CREATE TABLE "retention" (
	"workspace_id" text NOT NULL,
	"days" integer,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"applied_before" timestamp (3) with time zone,
	CONSTRAINT "retention_workspace_id_pk" PRIMARY KEY("workspace_id")
);
--> statement-breakpoint
CREATE TABLE "rollout_change" (
	"workspace_id" text NOT NULL,
	"change_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "rollout_change_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rollout" jsonb NOT NULL,
	"reason" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rollout_change_workspace_id_change_id_pk" PRIMARY KEY("workspace_id","change_id")
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"workspace_id" text NOT NULL,
	"view_id" text NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"params" jsonb NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_by_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_view_workspace_id_view_id_pk" PRIMARY KEY("workspace_id","view_id")
);
--> statement-breakpoint
CREATE TABLE "savings_by_pair" (
	"workspace_id" text NOT NULL,
	"span" smallint NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
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
	"saved_by_redacted" bigint DEFAULT 0 NOT NULL,
	"saved_by_extracted" bigint DEFAULT 0 NOT NULL,
	"saved_by_summarized" bigint DEFAULT 0 NOT NULL,
	"added_tokens" bigint DEFAULT 0 NOT NULL,
	"summarizer_tokens" bigint DEFAULT 0 NOT NULL,
	"blocked_count" bigint DEFAULT 0 NOT NULL,
	"observed_count" bigint DEFAULT 0 NOT NULL,
	"observed_saved_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "savings_by_pair_workspace_id_span_start_from_agent_to_agent_rule_id_mode_to_model_pk" PRIMARY KEY("workspace_id","span","start","from_agent","to_agent","rule_id","mode","to_model")
) WITH (fillfactor = 60);
--> statement-breakpoint
CREATE TABLE "savings_by_rule" (
	"workspace_id" text NOT NULL,
	"span" smallint NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
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
	"saved_by_redacted" bigint DEFAULT 0 NOT NULL,
	"saved_by_extracted" bigint DEFAULT 0 NOT NULL,
	"saved_by_summarized" bigint DEFAULT 0 NOT NULL,
	"added_tokens" bigint DEFAULT 0 NOT NULL,
	"summarizer_tokens" bigint DEFAULT 0 NOT NULL,
	"blocked_count" bigint DEFAULT 0 NOT NULL,
	"observed_count" bigint DEFAULT 0 NOT NULL,
	"observed_saved_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "savings_by_rule_workspace_id_span_start_rule_id_mode_to_model_pk" PRIMARY KEY("workspace_id","span","start","rule_id","mode","to_model")
);
--> statement-breakpoint
CREATE TABLE "savings_by_workspace" (
	"workspace_id" text NOT NULL,
	"span" smallint NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	"saved_tokens" bigint DEFAULT 0 NOT NULL,
	"saved_by_mode" bigint DEFAULT 0 NOT NULL,
	"saved_by_not_allowed" bigint DEFAULT 0 NOT NULL,
	"saved_by_blocked" bigint DEFAULT 0 NOT NULL,
	"saved_by_dropped" bigint DEFAULT 0 NOT NULL,
	"saved_by_redacted" bigint DEFAULT 0 NOT NULL,
	"saved_by_extracted" bigint DEFAULT 0 NOT NULL,
	"saved_by_summarized" bigint DEFAULT 0 NOT NULL,
	"added_tokens" bigint DEFAULT 0 NOT NULL,
	"summarizer_tokens" bigint DEFAULT 0 NOT NULL,
	"blocked_count" bigint DEFAULT 0 NOT NULL,
	"observed_count" bigint DEFAULT 0 NOT NULL,
	"observed_saved_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "savings_by_workspace_workspace_id_span_start_pk" PRIMARY KEY("workspace_id","span","start")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"workspace_id" text NOT NULL,
	"session_id" text NOT NULL,
	"format" text NOT NULL,
	"title" text,
	"workflow_id" text,
	"parent_session_id" text,
	"person" text,
	"project_folder" text,
	"repository" text,
	"branch" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_event_at" timestamp (3) with time zone NOT NULL,
	"event_count" bigint DEFAULT 0 NOT NULL,
	"error_count" bigint DEFAULT 0 NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"scoped_count" bigint DEFAULT 0 NOT NULL,
	"delegation_count" bigint DEFAULT 0 NOT NULL,
	"compaction_count" bigint DEFAULT 0 NOT NULL,
	"reread_count" bigint DEFAULT 0 NOT NULL,
	"violation_count" bigint DEFAULT 0 NOT NULL,
	"leak_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	"saved_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "session_workspace_id_session_id_pk" PRIMARY KEY("workspace_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "source" (
	"workspace_id" text NOT NULL,
	"source_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "source_source_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text DEFAULT 'path' NOT NULL,
	"root" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"stores_content" boolean DEFAULT true NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"last_scanned_at" timestamp (3) with time zone,
	"last_error" text,
	"lag_bytes" bigint DEFAULT 0 NOT NULL,
	"lag_seconds" bigint DEFAULT 0 NOT NULL,
	"lag_at" timestamp (3) with time zone,
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
	"end_fingerprint" text,
	"generation" integer DEFAULT 0 NOT NULL,
	"read_offset" bigint DEFAULT 0 NOT NULL,
	"file_size" bigint DEFAULT 0 NOT NULL,
	"compressed_size" bigint,
	"line_count" bigint DEFAULT 0 NOT NULL,
	"event_count" bigint DEFAULT 0 NOT NULL,
	"duplicate_count" bigint DEFAULT 0 NOT NULL,
	"quarantined_count" bigint DEFAULT 0 NOT NULL,
	"masked_secret_count" bigint DEFAULT 0 NOT NULL,
	"last_occurred_at" timestamp (3) with time zone,
	"last_session_id" text,
	"tool_version" text,
	"reader_memory" jsonb,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	"last_error" text,
	CONSTRAINT "source_file_workspace_id_source_file_id_pk" PRIMARY KEY("workspace_id","source_file_id")
);
--> statement-breakpoint
CREATE TABLE "source_minute" (
	"workspace_id" text NOT NULL,
	"source_id" bigint NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"line_count" bigint DEFAULT 0 NOT NULL,
	"byte_count" bigint DEFAULT 0 NOT NULL,
	"event_count" bigint DEFAULT 0 NOT NULL,
	"quarantined_count" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "source_minute_workspace_id_source_id_minute_pk" PRIMARY KEY("workspace_id","source_id","minute")
);
--> statement-breakpoint
CREATE TABLE "task_attempt" (
	"workspace_id" text NOT NULL,
	"attempt_id" text NOT NULL,
	"session_id" text,
	"workflow_id" text,
	"task_id" text,
	"from_agent" text,
	"to_agent" text,
	"task_name" text,
	"priority" text,
	"deadline" text,
	"deadline_at" timestamp (3) with time zone,
	"token_budget" double precision,
	"handoff_tokens" bigint,
	"compression" jsonb,
	"is_accepted" boolean,
	"findings" jsonb,
	"is_sent" boolean NOT NULL,
	"estimated_tokens" bigint,
	"status" text,
	"actual_tokens" double precision,
	"execution_ms" double precision,
	"is_answer_accepted" boolean,
	"answer_findings" jsonb,
	"handoff_text" text,
	"response_text" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"last_event_at" timestamp (3) with time zone NOT NULL,
	"last_sequence" bigint NOT NULL,
	CONSTRAINT "task_attempt_workspace_id_attempt_id_pk" PRIMARY KEY("workspace_id","attempt_id")
);
--> statement-breakpoint
CREATE TABLE "task_step" (
	"workspace_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer NOT NULL,
	"event_id" text NOT NULL,
	"attempt_id" text NOT NULL,
	"session_id" text,
	"step" text NOT NULL,
	"is_accepted" boolean,
	"findings" jsonb,
	"estimated_tokens" bigint,
	"added_interfaces" text[] DEFAULT '{}' NOT NULL,
	"conflicting_interfaces" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "task_step_pkey" PRIMARY KEY("workspace_id","occurred_at","source_file_id","generation","sequence","ordinal")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "trace_span" (
	"workspace_id" text NOT NULL,
	"trace_id" text NOT NULL,
	"span_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"source_file_id" bigint NOT NULL,
	"generation" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"ordinal" integer,
	"agent" text,
	"model" text,
	"input_tokens" bigint,
	"input_measure" text,
	"usage_key" text,
	"is_outer_call" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"is_workflow" boolean DEFAULT false NOT NULL,
	"is_handoff" boolean DEFAULT false NOT NULL,
	"handoff_from" text,
	"handoff_to" text,
	"caller_id" text,
	"workflow_id" text,
	"missing_id" text,
	CONSTRAINT "trace_span_workspace_id_trace_id_span_id_pk" PRIMARY KEY("workspace_id","trace_id","span_id")
);
--> statement-breakpoint
CREATE TABLE "ungoverned_by_pair" (
	"workspace_id" text NOT NULL,
	"span" smallint NOT NULL,
	"start" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"from_agent" text NOT NULL,
	"to_agent" text NOT NULL,
	"handoff_count" bigint DEFAULT 0 NOT NULL,
	"before_count" bigint DEFAULT 0 NOT NULL,
	"before_tokens" bigint DEFAULT 0 NOT NULL,
	"after_count" bigint DEFAULT 0 NOT NULL,
	"after_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ungoverned_by_pair_workspace_id_span_start_kind_from_agent_to_agent_pk" PRIMARY KEY("workspace_id","span","start","kind","from_agent","to_agent")
);
--> statement-breakpoint
CREATE TABLE "workflow" (
	"workspace_id" text NOT NULL,
	"workflow_id" text NOT NULL,
	"session_id" text,
	"project_name" text,
	"agent_plan" jsonb,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"duration_seconds" double precision,
	"is_success" boolean,
	"agents_executed" jsonb,
	"total_handoff_tokens" bigint,
	"compression_ratio" double precision,
	CONSTRAINT "workflow_workspace_id_workflow_id_pk" PRIMARY KEY("workspace_id","workflow_id")
);
--> statement-breakpoint
CREATE TABLE "workspace" (
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"hides_few_people" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_workspace_id_pk" PRIMARY KEY("workspace_id")
);
--> statement-breakpoint
CREATE TABLE "workspace_member" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"roles" text[] NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"session_columns" text[],
	CONSTRAINT "workspace_member_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "auth_account" ADD CONSTRAINT "auth_account_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_link" ADD CONSTRAINT "auth_link_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_read" ADD CONSTRAINT "notification_read_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_member" ADD CONSTRAINT "workspace_member_user_id_auth_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_id" ON "agent" USING btree ("workspace_id","agent_id");--> statement-breakpoint
CREATE INDEX "agent_started_by" ON "agent" USING btree ("workspace_id","started_by") WHERE started_by is not null;--> statement-breakpoint
CREATE INDEX "alert_rule_due" ON "alert_rule" USING btree ("due_at") WHERE is_active;--> statement-breakpoint
CREATE INDEX "api_key_id" ON "api_key" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "artifact_read_session" ON "artifact_read" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "artifact_read_path" ON "artifact_read" USING btree ("workspace_id","path","occurred_at");--> statement-breakpoint
CREATE INDEX "auth_account_user" ON "auth_account" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_account_provider" ON "auth_account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "auth_link_user" ON "auth_link" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_session_user" ON "auth_session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "auth_user_one_founder" ON "auth_user" USING btree ("is_founder") WHERE "auth_user"."is_founder";--> statement-breakpoint
CREATE INDEX "auth_verification_identifier" ON "auth_verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "block_mark_time" ON "block_mark" USING btree ("workspace_id","occurred_at");--> statement-breakpoint
CREATE INDEX "cold_file_day" ON "cold_file" USING btree ("workspace_id","table_name","day");--> statement-breakpoint
CREATE INDEX "compaction_session" ON "compaction" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "compaction_time" ON "compaction" USING btree ("workspace_id","occurred_at");--> statement-breakpoint
CREATE INDEX "compaction_uncompared" ON "compaction" USING btree ("occurred_at") WHERE compared_at is null and summary is not null;--> statement-breakpoint
CREATE INDEX "compaction_words" ON "compaction" USING gin (to_tsvector('simple', left(coalesce("summary", ''), 100000)));--> statement-breakpoint
CREATE INDEX "content_finding_session" ON "content_finding" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "content_finding_event" ON "content_finding" USING btree ("workspace_id","event_id");--> statement-breakpoint
CREATE INDEX "content_finding_rule" ON "content_finding" USING btree ("workspace_id","rule_id","occurred_at");--> statement-breakpoint
CREATE INDEX "event_session" ON "event" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "event_position" ON "event" USING btree ("workspace_id","source_file_id","generation","sequence","ordinal");--> statement-breakpoint
CREATE INDEX "event_words" ON "event" USING gin (to_tsvector('simple', regexp_replace(left(coalesce("text", ''), 50000), '\\[ntr]|[\\._/:@<>&=#~^+*''-]', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "field_by_pair_name" ON "field_by_pair" USING btree ("workspace_id","name","start");--> statement-breakpoint
CREATE INDEX "field_by_pair_from" ON "field_by_pair" USING btree ("workspace_id","from_agent","start");--> statement-breakpoint
CREATE INDEX "field_by_pair_to" ON "field_by_pair" USING btree ("workspace_id","to_agent","start");--> statement-breakpoint
CREATE INDEX "field_by_pair_rule" ON "field_by_pair" USING btree ("workspace_id","rule_id","start");--> statement-breakpoint
CREATE INDEX "gate_run_manifest" ON "gate_run" USING btree ("workspace_id","sha256","run_id");--> statement-breakpoint
CREATE INDEX "handoff_event" ON "handoff" USING btree ("workspace_id","event_id");--> statement-breakpoint
CREATE INDEX "handoff_session" ON "handoff" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "handoff_pair" ON "handoff" USING btree ("workspace_id","from_agent","to_agent","occurred_at");--> statement-breakpoint
CREATE INDEX "handoff_rule" ON "handoff" USING btree ("workspace_id","rule_id","occurred_at");--> statement-breakpoint
CREATE INDEX "handoff_unjudged" ON "handoff" USING btree ("workspace_id","policy_version") WHERE enforcement is null and kind in ('context', 'retrieval');--> statement-breakpoint
CREATE INDEX "handoff_succession" ON "handoff" USING btree ("workspace_id","to_agent_id") WHERE kind = 'succession';--> statement-breakpoint
CREATE INDEX "handoff_summarized" ON "handoff" USING btree ("workspace_id","occurred_at") WHERE summarizer_tokens > 0;--> statement-breakpoint
CREATE INDEX "handoff_blocked" ON "handoff" USING btree ("workspace_id","occurred_at") WHERE saved_by_blocked > 0;--> statement-breakpoint
CREATE INDEX "handoff_violation" ON "handoff" USING btree ("workspace_id","occurred_at") WHERE enforcement = 'differs';--> statement-breakpoint
CREATE INDEX "handoff_document_time" ON "handoff_document" USING btree ("workspace_id","written_at");--> statement-breakpoint
CREATE INDEX "handoff_document_file" ON "handoff_document" USING btree ("workspace_id","source_file_id");--> statement-breakpoint
CREATE INDEX "handoff_document_project" ON "handoff_document" USING btree ("workspace_id","project_root","written_at");--> statement-breakpoint
CREATE INDEX "handoff_outline_event" ON "handoff_outline" USING btree ("workspace_id","event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_token" ON "invitation" USING btree ("token_hash","workspace_id");--> statement-breakpoint
CREATE INDEX "leak_session" ON "leak" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "leak_event" ON "leak" USING btree ("workspace_id","event_id");--> statement-breakpoint
CREATE INDEX "leak_name" ON "leak" USING btree ("workspace_id","name","occurred_at");--> statement-breakpoint
CREATE INDEX "leak_blocked_session" ON "leak" USING btree ("workspace_id","blocked_session_id") WHERE blocked_session_id <> session_id;--> statement-breakpoint
CREATE INDEX "leak_receiver" ON "leak" USING btree ("workspace_id","to_agent","occurred_at");--> statement-breakpoint
CREATE INDEX "manifest_time" ON "manifest" USING btree ("workspace_id","written_at");--> statement-breakpoint
CREATE INDEX "manifest_path" ON "manifest" USING btree ("workspace_id","path");--> statement-breakpoint
CREATE INDEX "manifest_agent" ON "manifest" USING btree ("workspace_id","from_agent","written_at");--> statement-breakpoint
CREATE INDEX "manifest_file_content" ON "manifest_file" USING btree ("workspace_id","sha256");--> statement-breakpoint
CREATE INDEX "manifest_handoff_session" ON "manifest_handoff" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "manifest_handoff_workflow" ON "manifest_handoff" USING btree ("workspace_id","workflow_id","occurred_at");--> statement-breakpoint
CREATE INDEX "manifest_handoff_artifacts" ON "manifest_handoff" USING gin ("artifacts");--> statement-breakpoint
CREATE INDEX "manifest_review_manifest" ON "manifest_review" USING btree ("workspace_id","manifest_id","review_id");--> statement-breakpoint
CREATE INDEX "memory_time" ON "memory" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "memory_file" ON "memory" USING btree ("workspace_id","source_file_id");--> statement-breakpoint
CREATE INDEX "memory_id" ON "memory" USING btree ("workspace_id","memory_id");--> statement-breakpoint
CREATE INDEX "memory_words" ON "memory" USING gin (to_tsvector('simple', regexp_replace(left("content"::text, 50000), '\\[ntr]|[\\._/:@<>&=#~^+*''-]', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "memory_tags" ON "memory" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "memory_changed_tags" ON "memory" USING gin ("changed_tags");--> statement-breakpoint
CREATE INDEX "memory_read_ids" ON "memory_read" USING gin ("memory_ids");--> statement-breakpoint
CREATE INDEX "message_usage_session" ON "message_usage" USING btree ("workspace_id","session_id","counted_at");--> statement-breakpoint
CREATE INDEX "message_usage_agent" ON "message_usage" USING btree ("workspace_id","agent","occurred_at");--> statement-breakpoint
CREATE INDEX "message_usage_time" ON "message_usage" USING btree ("workspace_id","occurred_at");--> statement-breakpoint
CREATE INDEX "notification_delivery_due" ON "notification_delivery" USING btree ("due_at") WHERE state = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "policy_draft_open" ON "policy_draft" USING btree ("workspace_id") WHERE state in ('draft', 'in_review');--> statement-breakpoint
CREATE UNIQUE INDEX "policy_release_running" ON "policy_release" USING btree ("workspace_id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "posted_batch_time" ON "posted_batch" USING btree ("workspace_id","source_file_id","posted_at");--> statement-breakpoint
CREATE INDEX "progress_file_time" ON "progress_file" USING btree ("workspace_id","written_at");--> statement-breakpoint
CREATE INDEX "progress_file_file" ON "progress_file" USING btree ("workspace_id","source_file_id");--> statement-breakpoint
CREATE INDEX "progress_file_task" ON "progress_file" USING btree ("workspace_id","task_folder");--> statement-breakpoint
CREATE INDEX "quarantined_line_time" ON "quarantined_line" USING btree ("workspace_id","quarantined_at");--> statement-breakpoint
CREATE INDEX "replay_request_state" ON "replay_request" USING btree ("state","request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_link_token" ON "report_link" USING btree ("workspace_id","token_hash");--> statement-breakpoint
CREATE INDEX "report_schedule_due" ON "report_schedule" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" USING btree ("workspace_id","page","name") WHERE not is_private;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_own_name" ON "saved_view" USING btree ("workspace_id","page","created_by_id","name") WHERE is_private;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_default" ON "saved_view" USING btree ("workspace_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "session_last_event" ON "session" USING btree ("workspace_id","last_event_at","session_id");--> statement-breakpoint
CREATE INDEX "session_saved" ON "session" USING btree ("workspace_id","saved_tokens","session_id");--> statement-breakpoint
CREATE INDEX "session_handoffs" ON "session" USING btree ("workspace_id","handoff_count","session_id");--> statement-breakpoint
CREATE INDEX "session_violation" ON "session" USING btree ("workspace_id","last_event_at","session_id") WHERE violation_count > 0;--> statement-breakpoint
CREATE INDEX "session_leak" ON "session" USING btree ("workspace_id","last_event_at","session_id") WHERE leak_count > 0;--> statement-breakpoint
CREATE INDEX "session_workflow" ON "session" USING btree ("workspace_id","last_event_at","workflow_id") WHERE workflow_id is not null;--> statement-breakpoint
CREATE INDEX "session_parent" ON "session" USING btree ("workspace_id","parent_session_id") WHERE parent_session_id is not null;--> statement-breakpoint
CREATE INDEX "session_words" ON "session" USING gin (to_tsvector('simple', left(coalesce("title", ''), 10000) || ' ' || "session_id" || ' ' || coalesce("workflow_id", '')));--> statement-breakpoint
CREATE UNIQUE INDEX "source_file_path" ON "source_file" USING btree ("workspace_id","path") WHERE state <> 'gone';--> statement-breakpoint
CREATE INDEX "source_file_source" ON "source_file" USING btree ("workspace_id","source_id");--> statement-breakpoint
CREATE INDEX "source_file_inode" ON "source_file" USING btree ("workspace_id","device","inode");--> statement-breakpoint
CREATE INDEX "task_attempt_time" ON "task_attempt" USING btree ("workspace_id","occurred_at","attempt_id");--> statement-breakpoint
CREATE INDEX "task_attempt_session" ON "task_attempt" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "task_attempt_task" ON "task_attempt" USING btree ("workspace_id","task_id","occurred_at");--> statement-breakpoint
CREATE INDEX "task_attempt_words" ON "task_attempt" USING gin (to_tsvector('simple', left(coalesce("task_name", ''), 10000) || ' ' || left(coalesce("handoff_text", ''), 100000)));--> statement-breakpoint
CREATE INDEX "task_step_attempt" ON "task_step" USING btree ("workspace_id","attempt_id","occurred_at");--> statement-breakpoint
CREATE INDEX "task_step_session" ON "task_step" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "trace_span_missing" ON "trace_span" USING btree ("workspace_id","trace_id","missing_id") WHERE missing_id is not null;--> statement-breakpoint
CREATE INDEX "trace_span_transfer" ON "trace_span" USING btree ("workspace_id","trace_id") WHERE agent is not null or is_handoff;--> statement-breakpoint
CREATE INDEX "trace_span_outer_call" ON "trace_span" USING btree ("workspace_id","trace_id") WHERE is_outer_call;--> statement-breakpoint
CREATE INDEX "trace_span_line" ON "trace_span" USING btree ("workspace_id","source_file_id","generation","sequence");--> statement-breakpoint
CREATE INDEX "workspace_member_user" ON "workspace_member" USING btree ("user_id");
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are added and never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER rollout_change_stands BEFORE UPDATE ON "rollout_change" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER gate_run_stands BEFORE UPDATE ON "gate_run" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER manifest_review_stands BEFORE UPDATE ON "manifest_review" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION keep_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM workspace WHERE workspace.workspace_id = OLD.workspace_id) THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'rows of % are added, and stand as long as their workspace', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER policy_publication_stands BEFORE UPDATE OR DELETE ON "policy_publication" FOR EACH ROW EXECUTE FUNCTION keep_history();
--> statement-breakpoint
CREATE TRIGGER policy_publication_is_kept BEFORE TRUNCATE ON "policy_publication" FOR EACH STATEMENT EXECUTE FUNCTION keep_history();
--> statement-breakpoint
CREATE TRIGGER policy_draft_revision_stands BEFORE UPDATE OR DELETE ON "policy_draft_revision" FOR EACH ROW EXECUTE FUNCTION keep_history();
--> statement-breakpoint
CREATE TRIGGER policy_draft_revision_is_kept BEFORE TRUNCATE ON "policy_draft_revision" FOR EACH STATEMENT EXECUTE FUNCTION keep_history();
--> statement-breakpoint
CREATE TRIGGER policy_review_stands BEFORE UPDATE OR DELETE ON "policy_review" FOR EACH ROW EXECUTE FUNCTION keep_history();
--> statement-breakpoint
CREATE TRIGGER policy_version_stands BEFORE UPDATE OF "policy_version", "policy_text", "is_enabled", "is_observing" ON "policy_version" FOR EACH ROW EXECUTE FUNCTION keep_history();
--> statement-breakpoint
CREATE FUNCTION "audit_log_append"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	head public.audit_head;
BEGIN
	SELECT * INTO head FROM public.audit_head WHERE workspace_id = NEW.workspace_id FOR UPDATE;
	IF NEW.sequence <> coalesce(head.sequence, 0) + 1 OR NEW.previous_hash <> coalesce(head.hash, repeat('0', 64)) THEN
		RAISE EXCEPTION 'the audit log takes rows at its end alone' USING ERRCODE = 'insufficient_privilege';
	END IF;
	INSERT INTO public.audit_head VALUES (NEW.workspace_id, NEW.sequence, NEW.hash)
		ON CONFLICT (workspace_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "audit_log_refuse"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RAISE EXCEPTION 'the audit log is only ever added to' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_append" BEFORE INSERT ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "audit_log_append"();
--> statement-breakpoint
CREATE TRIGGER "audit_log_refuse" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "audit_log_refuse"();
--> statement-breakpoint
CREATE TRIGGER "audit_head_refuse" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "audit_head" FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "audit_log_refuse"();
--> statement-breakpoint
DO $$ BEGIN
	IF to_regprocedure('public.hand_over_audit_log()') IS NOT NULL THEN
		PERFORM public.hand_over_audit_log();
	END IF;
END $$;
