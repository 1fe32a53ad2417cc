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
	"caller_id" text,
	"missing_id" text,
	CONSTRAINT "trace_span_workspace_id_trace_id_span_id_pk" PRIMARY KEY("workspace_id","trace_id","span_id")
);
--> statement-breakpoint
ALTER TABLE "source_file" ADD COLUMN "end_fingerprint" text;--> statement-breakpoint
CREATE INDEX "trace_span_missing" ON "trace_span" USING btree ("workspace_id","trace_id","missing_id") WHERE missing_id is not null;--> statement-breakpoint
CREATE INDEX "trace_span_line" ON "trace_span" USING btree ("workspace_id","source_file_id","generation","sequence");