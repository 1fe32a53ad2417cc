ALTER TABLE "manifest" ADD COLUMN "superseded_at" timestamp (3) with time zone;
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are added and never changed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER rollout_change_stands BEFORE UPDATE ON "rollout_change" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER manifest_review_stands BEFORE UPDATE ON "manifest_review" FOR EACH ROW EXECUTE FUNCTION refuse_change();
