-- As `npx baton audit roles` prints it: the audit log, once it is there, belongs to a role that nobody logs in as.
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
