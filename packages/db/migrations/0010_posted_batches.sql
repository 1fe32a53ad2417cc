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
ALTER TABLE "source" ADD COLUMN "kind" text DEFAULT 'path' NOT NULL;--> statement-breakpoint
CREATE INDEX "posted_batch_time" ON "posted_batch" USING btree ("workspace_id","source_file_id","posted_at");