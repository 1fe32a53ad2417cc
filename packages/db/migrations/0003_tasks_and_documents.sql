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
ALTER TABLE "compaction" ADD COLUMN "loss" jsonb;--> statement-breakpoint
CREATE INDEX "handoff_document_time" ON "handoff_document" USING btree ("workspace_id","written_at");--> statement-breakpoint
CREATE INDEX "handoff_document_file" ON "handoff_document" USING btree ("workspace_id","source_file_id");--> statement-breakpoint
CREATE INDEX "handoff_document_project" ON "handoff_document" USING btree ("workspace_id","project_root","written_at");--> statement-breakpoint
CREATE INDEX "progress_file_time" ON "progress_file" USING btree ("workspace_id","written_at");--> statement-breakpoint
CREATE INDEX "progress_file_file" ON "progress_file" USING btree ("workspace_id","source_file_id");--> statement-breakpoint
CREATE INDEX "progress_file_task" ON "progress_file" USING btree ("workspace_id","task_folder");--> statement-breakpoint
CREATE INDEX "task_attempt_time" ON "task_attempt" USING btree ("workspace_id","occurred_at","attempt_id");--> statement-breakpoint
CREATE INDEX "task_attempt_session" ON "task_attempt" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "task_attempt_task" ON "task_attempt" USING btree ("workspace_id","task_id","occurred_at");--> statement-breakpoint
CREATE INDEX "task_step_attempt" ON "task_step" USING btree ("workspace_id","attempt_id","occurred_at");--> statement-breakpoint
CREATE INDEX "task_step_session" ON "task_step" USING btree ("workspace_id","session_id","occurred_at");