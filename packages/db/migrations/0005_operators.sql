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
ALTER TABLE "quarantined_line" ADD COLUMN "replayed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "quarantined_line" ADD COLUMN "replayed_by" text;--> statement-breakpoint
ALTER TABLE "quarantined_line" ADD COLUMN "replayed_event_id" text;--> statement-breakpoint
ALTER TABLE "quarantined_line" ADD COLUMN "try_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "quarantined_line" ADD COLUMN "replay_request_id" bigint;--> statement-breakpoint
ALTER TABLE "quarantined_line" ADD COLUMN "replay_message" text;--> statement-breakpoint
ALTER TABLE "source" ADD COLUMN "lag_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "source" ADD COLUMN "lag_seconds" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "source" ADD COLUMN "lag_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "source_file" ADD COLUMN "tool_version" text;--> statement-breakpoint
CREATE INDEX "replay_request_state" ON "replay_request" USING btree ("state","request_id");