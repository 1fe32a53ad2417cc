import { createHmac } from "node:crypto";

/** The role that Baton's programs log in as. It owns all tables except the audit log. */
export const APPLICATION_ROLE = "baton_app";

/**
 * Returns SQL that removes Baton's own role as owner of the audit log. A superuser runs it once in Baton's
 * database, before or after the tables exist. Then the log belongs to a role without login, and the
 * application can only read it and append to it.
 *
 * A migration cannot give a table to a role that it cannot become. The function can, and does nothing else.
 */
export const AUDIT_ROLES_SQL = `
do $$ begin
  create role baton_audit nologin;
exception when duplicate_object or unique_violation then null;
end $$;

grant usage on schema public to baton_audit;

create or replace function public.hand_over_audit_log() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  application name := (
    select rolname from pg_roles join pg_class on relowner = pg_roles.oid
    where pg_class.oid = to_regclass('public.audit_log'));
begin
  if application is null or application = 'baton_audit' then return; end if;
  alter table public.audit_log owner to baton_audit;
  alter table public.audit_head owner to baton_audit;
  alter function public.audit_log_append() owner to baton_audit;
  alter function public.audit_log_refuse() owner to baton_audit;
  execute format('grant select, insert on public.audit_log to %I', application);
  execute format('grant select on public.audit_head to %I', application);
end $$;

select public.hand_over_audit_log();
`;

/** Tables of clusters older than the application role. Sequences and indexes follow their tables. */
const ADOPTION_SQL = `
do $$
declare
  statement text;
begin
  for statement in
    select format('alter table %I.%I owner to ${APPLICATION_ROLE}', nspname, relname)
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'drizzle') and relkind in ('r', 'p') and relowner = current_user::regrole
    union all
    select format('alter schema %I owner to ${APPLICATION_ROLE}', nspname)
    from pg_namespace where nspname = 'drizzle' and nspowner = current_user::regrole
  loop
    execute statement;
  end loop;
end $$;
`;

/**
 * The application's password. It follows from the administrator's, and not the other way round.
 * @param {string} administratorPassword
 */
export function applicationPassword(administratorPassword) {
  return createHmac("sha256", administratorPassword).update(APPLICATION_ROLE).digest("hex");
}

/**
 * Creates missing roles in Baton's own cluster and makes them the owners of their tables.
 * @param {string} administratorUrl
 */
export async function prepareRoles(administratorUrl) {
  // Loaded late, because the first start installs it.
  const { Client } = await import("pg");
  const { password, pathname } = new URL(administratorUrl);
  const client = new Client(administratorUrl);
  try {
    await client.connect();
    const known = await client.query("select 1 from pg_roles where rolname = $1", [APPLICATION_ROLE]);
    if (known.rows.length === 0) {
      await client.query(
        `create role ${APPLICATION_ROLE} login password '${applicationPassword(decodeURIComponent(password))}'`,
      );
    }
    await client.query(`
      grant connect, create, temporary on database ${pathname.slice(1)} to ${APPLICATION_ROLE};
      grant usage, create on schema public to ${APPLICATION_ROLE};
      ${ADOPTION_SQL}
      ${AUDIT_ROLES_SQL}`);
  } finally {
    await client.end();
  }
}
