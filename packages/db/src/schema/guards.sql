CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are added and never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER rollout_change_stands BEFORE UPDATE ON "rollout_change" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER gate_run_stands BEFORE UPDATE ON "gate_run" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER manifest_review_stands BEFORE UPDATE ON "manifest_review" FOR EACH ROW EXECUTE FUNCTION refuse_change();
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
