CREATE TABLE "audit_head" (
	"workspace_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_head_workspace_id_pk" PRIMARY KEY("workspace_id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"workspace_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_log_workspace_id_sequence_pk" PRIMARY KEY("workspace_id","sequence")
);
--> statement-breakpoint
CREATE FUNCTION "audit_log_append"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	head public.audit_head;
BEGIN
	SELECT * INTO head FROM public.audit_head WHERE workspace_id = NEW.workspace_id FOR UPDATE;
	IF NEW.sequence <> coalesce(head.sequence, 0) + 1 OR NEW.previous_hash <> coalesce(head.hash, repeat('0', 64)) THEN
		RAISE EXCEPTION 'the audit log takes rows at its end alone' USING ERRCODE = 'insufficient_privilege';
	END IF;
	INSERT INTO public.audit_head VALUES (NEW.workspace_id, NEW.sequence, NEW.hash)
		ON CONFLICT (workspace_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION "audit_log_refuse"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RAISE EXCEPTION 'the audit log is only ever added to' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_append" BEFORE INSERT ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "audit_log_append"();
--> statement-breakpoint
CREATE TRIGGER "audit_log_refuse" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "audit_log_refuse"();
--> statement-breakpoint
CREATE TRIGGER "audit_head_refuse" BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "audit_head" FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "audit_log_refuse"();
--> statement-breakpoint
DO $$ BEGIN
	IF to_regprocedure('public.hand_over_audit_log()') IS NOT NULL THEN
		PERFORM public.hand_over_audit_log();
	END IF;
END $$;
