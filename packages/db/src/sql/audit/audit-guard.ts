import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../client";
import { selectRows } from "../statement/rows";

/** Protection of the audit log against Baton's own database role. */
export interface AuditGuard {
  /** The role of this connection, and the role that owns the log. */
  role: string;
  owner: string;
  /** Ways in which the role could change the log; empty if it cannot. */
  loopholes: AuditLoophole[];
}

const AUDIT_LOOPHOLES = [
  "superuser",
  "owner",
  "function_owner",
  "schema_owner",
  "may_create_roles",
  "may_change_rows",
  "triggers_off",
] as const;
export type AuditLoophole = (typeof AUDIT_LOOPHOLES)[number];

const GuardRow = z.object({
  role: z.string(),
  owner: z.string(),
  loopholes: z.array(z.enum(AUDIT_LOOPHOLES)),
});

/** Triggers that protect the log, as created by the migration. */
const TRIGGERS = ["audit_log_append", "audit_log_refuse", "audit_head_refuse"];

/** From PostgreSQL 16 on, a role that can create roles has no rights over roles of others. */
const CREATEROLE_TAMED = 160_000;

/** Reads from the catalog what this connection's role could do to the audit log. */
export async function getAuditGuard(db: Database): Promise<AuditGuard> {
  const [guard] = await selectRows(
    db,
    GuardRow,
    sql`
      with log as (
        select oid, relowner, relnamespace from pg_class
        where oid in ('public.audit_log'::regclass, 'public.audit_head'::regclass)),
      loophole(name, is_open) as (values
        ('superuser', (select rolsuper from pg_roles where rolname = session_user)),
        ('owner', (select bool_or(pg_has_role(session_user, relowner, 'MEMBER')) from log)),
        ('function_owner', (
          select bool_or(pg_has_role(session_user, proowner, 'MEMBER')) from pg_proc
          where oid in ('public.audit_log_append()'::regprocedure, 'public.audit_log_refuse()'::regprocedure))),
        ('schema_owner', (
          select bool_or(pg_has_role(session_user, nspowner, 'MEMBER')) from pg_namespace
          where oid in (select relnamespace from log))),
        ('may_create_roles', (
          select rolcreaterole and current_setting('server_version_num')::int < ${CREATEROLE_TAMED}
          from pg_roles where rolname = session_user)),
        ('may_change_rows', (
          select bool_or(has_table_privilege(session_user, oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')) from log)),
        ('triggers_off', (
          select count(*) <> ${TRIGGERS.length} from pg_trigger
          where tgrelid in (select oid from log) and tgenabled in ('O', 'A')
            and tgname in ${sql`(${sql.join(TRIGGERS, sql`, `)})`})))
      select session_user::text as role,
        (select pg_get_userbyid(relowner)::text from log order by oid limit 1) as owner,
        (select coalesce(jsonb_agg(name), '[]') from loophole where is_open) as loopholes`,
  );
  if (!guard) throw new Error("the catalogue gives one row");
  return guard;
}
