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
ALTER TABLE "manifest" ADD COLUMN "to_agents" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "manifest" ADD COLUMN "required_reading_tokens" bigint;--> statement-breakpoint
ALTER TABLE "manifest" ADD COLUMN "detail_tokens" bigint;--> statement-breakpoint
ALTER TABLE "manifest" ADD COLUMN "files" jsonb;--> statement-breakpoint
ALTER TABLE "manifest" ADD COLUMN "findings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "manifest" ADD COLUMN "error_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "manifest" ADD COLUMN "warning_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "manifest" ADD COLUMN "phase" text DEFAULT 'observe' NOT NULL;--> statement-breakpoint
ALTER TABLE "manifest" ADD COLUMN "has_passed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "manifest" ADD COLUMN "checked_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "manifest" ADD COLUMN "sources_text" text;--> statement-breakpoint
CREATE INDEX "artifact_read_session" ON "artifact_read" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "artifact_read_path" ON "artifact_read" USING btree ("workspace_id","path","occurred_at");--> statement-breakpoint
CREATE INDEX "manifest_handoff_session" ON "manifest_handoff" USING btree ("workspace_id","session_id","occurred_at");--> statement-breakpoint
CREATE INDEX "manifest_handoff_workflow" ON "manifest_handoff" USING btree ("workspace_id","workflow_id","occurred_at");--> statement-breakpoint
CREATE INDEX "manifest_handoff_artifacts" ON "manifest_handoff" USING gin ("artifacts");--> statement-breakpoint
CREATE INDEX "manifest_review_manifest" ON "manifest_review" USING btree ("workspace_id","manifest_id","review_id");--> statement-breakpoint
CREATE INDEX "manifest_agent" ON "manifest" USING btree ("workspace_id","from_agent","written_at");