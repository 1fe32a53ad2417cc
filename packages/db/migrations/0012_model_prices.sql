CREATE TABLE "default_model" (
	"workspace_id" text NOT NULL,
	"model" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "default_model_workspace_id_pk" PRIMARY KEY("workspace_id")
);
--> statement-breakpoint
CREATE TABLE "model_price" (
	"workspace_id" text NOT NULL,
	"model" text NOT NULL,
	"effective_from" date NOT NULL,
	"input_price" double precision NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_price_workspace_id_model_effective_from_pk" PRIMARY KEY("workspace_id","model","effective_from")
);
--> statement-breakpoint
DROP INDEX "handoff_unknown_policy";--> statement-breakpoint
DROP INDEX "handoff_unjudged";--> statement-breakpoint
CREATE INDEX "handoff_unjudged" ON "handoff" USING btree ("workspace_id","policy_version") WHERE enforcement is null and kind = 'context';