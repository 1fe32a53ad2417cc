import postgres from "postgres";

/**
 * Replaces `pg_dump` and `pg_restore` on machines without the server's version: copies every table and the
 * state of sequences into an empty, migrated database. Each row is copied as PostgreSQL writes it as text.
 *
 * @param from, to `postgres://…` of a superuser, so that triggers do not treat restored rows as new.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = postgres(from, { max: 1, onnotice: () => {} });
  const target = postgres(to, { max: 1, onnotice: () => {} });
  try {
    await target`set session_replication_role = replica`;
    for (const { name, parent, bound } of await source`
      select relname as name, inhparent::regclass::text as parent, pg_get_expr(relpartbound, oid) as bound
      from pg_class join pg_inherits on inhrelid = oid where relispartition and relkind = 'r'`)
      await target.unsafe(`create table "${name}" partition of ${parent} ${bound}`);
    for (const { name, columns } of await source`
      select format('%I', relname) as name, array_agg(format('%I', attname) order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and attgenerated = '' and not attisdropped
      group by 1`) {
      const rows = await source.unsafe(`select t::text as row from ${name} t`);
      await target.unsafe(`delete from ${name}`);
      await target.unsafe(
        `insert into ${name} (${columns.join()}) overriding system value
         select ${columns.map((column: string) => `((r::${name}).${column})`).join()} from unnest($1::text[]) r`,
        [rows.map(({ row }) => row)],
      );
    }
    for (const { name, last } of await source`
      select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
      where schemaname = 'public' and last_value is not null`)
      await target`select setval(${name}::regclass, ${last})`;
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

/** Returns the number of rows of each table, and a hash of them that does not depend on their order. */
export async function fingerprint(url: string): Promise<Record<string, string>> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const tables = await client`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`;
    const prints: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await client.unsafe(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as print from "${name}" t`,
      );
      prints[name] = row?.print;
    }
    return prints;
  } finally {
    await client.end();
  }
}
