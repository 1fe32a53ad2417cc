import { createClient } from "../src/client";

/**
 * Replaces `pg_dump` and `pg_restore` on machines without the server's version: copies every table and the
 * state of sequences into an empty, migrated database. Each row is copied as PostgreSQL writes it as text.
 *
 * @param from, to `postgres://…` of a superuser, so that triggers do not treat restored rows as new.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = createClient(from);
  const target = createClient(to);
  try {
    await Promise.all([source.connect(), target.connect()]);
    await target.query("set session_replication_role = replica");
    const partitions = await source.query(`
      select relname as name, inhparent::regclass::text as parent, pg_get_expr(relpartbound, oid) as bound
      from pg_class join pg_inherits on inhrelid = oid where relispartition and relkind = 'r'`);
    for (const { name, parent, bound } of partitions.rows)
      await target.query(`create table "${name}" partition of ${parent} ${bound}`);
    const tables = await source.query(`
      select format('%I', relname) as name, array_agg(format('%I', attname) order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and attgenerated = '' and not attisdropped
      group by 1`);
    for (const { name, columns } of tables.rows) {
      const { rows } = await source.query(`select t::text as row from ${name} t`);
      await target.query(`delete from ${name}`);
      await target.query(
        `insert into ${name} (${columns.join()}) overriding system value
         select ${columns.map((column: string) => `((r::${name}).${column})`).join()} from unnest($1::text[]) r`,
        [rows.map(({ row }) => row)],
      );
    }
    const sequences = await source.query(`
      select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences
      where schemaname = 'public' and last_value is not null`);
    for (const { name, last } of sequences.rows)
      await target.query("select setval($1::regclass, $2)", [name, last]);
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

/** Returns the number of rows of each table, and a hash of them that does not depend on their order. */
export async function fingerprint(url: string): Promise<Record<string, string>> {
  const client = createClient(url);
  try {
    await client.connect();
    const tables = await client.query(`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`);
    const prints: Record<string, string> = {};
    for (const { name } of tables.rows) {
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as print from "${name}" t`,
      );
      prints[name] = rows[0]?.print;
    }
    return prints;
  } finally {
    await client.end();
  }
}
