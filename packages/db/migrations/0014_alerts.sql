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
	"notice_id" bigint,
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
ALTER TABLE "notice_delivery" ADD COLUMN "attempted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD COLUMN "duration_ms" integer;--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD COLUMN "answer" text;--> statement-breakpoint
CREATE INDEX "alert_rule_due" ON "alert_rule" USING btree ("due_at") WHERE is_active;