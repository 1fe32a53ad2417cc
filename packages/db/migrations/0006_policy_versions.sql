CREATE TABLE "notice" (
	"workspace_id" text NOT NULL,
	"notice_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notice_notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"page" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_workspace_id_notice_id_pk" PRIMARY KEY("workspace_id","notice_id"),
	CONSTRAINT "notice_once" UNIQUE("workspace_id","key")
);
--> statement-breakpoint
CREATE TABLE "notice_channel" (
	"workspace_id" text NOT NULL,
	"channel_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notice_channel_channel_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"secret" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_channel_workspace_id_channel_id_pk" PRIMARY KEY("workspace_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "notice_delivery" (
	"workspace_id" text NOT NULL,
	"notice_id" bigint NOT NULL,
	"channel_id" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "notice_delivery_workspace_id_notice_id_channel_id_pk" PRIMARY KEY("workspace_id","notice_id","channel_id")
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
	"ground" text NOT NULL,
	"note" text NOT NULL,
	"acknowledged" jsonb NOT NULL,
	"published_by_id" text NOT NULL,
	"published_by" text NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_publication_workspace_id_number_pk" PRIMARY KEY("workspace_id","number")
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
CREATE INDEX "notice_delivery_due" ON "notice_delivery" USING btree ("due_at") WHERE state = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "policy_draft_open" ON "policy_draft" USING btree ("workspace_id") WHERE state in ('draft', 'in_review');
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
