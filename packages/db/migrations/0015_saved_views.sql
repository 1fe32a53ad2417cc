CREATE TABLE "saved_view" (
	"workspace_id" text NOT NULL,
	"view_id" text NOT NULL,
	"name" text NOT NULL,
	"params" jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_by_id" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_view_workspace_id_view_id_pk" PRIMARY KEY("workspace_id","view_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" USING btree ("workspace_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_default" ON "saved_view" USING btree ("workspace_id") WHERE is_default;