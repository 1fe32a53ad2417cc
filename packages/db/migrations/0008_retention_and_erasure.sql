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
CREATE TABLE "retention" (
	"workspace_id" text NOT NULL,
	"days" integer,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"applied_before" timestamp (3) with time zone,
	CONSTRAINT "retention_workspace_id_pk" PRIMARY KEY("workspace_id")
);
