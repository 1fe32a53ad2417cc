import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase } from "../../test/database";
import { selectRows } from "../sql/statement/rows";

/**
 * Small tables that every node would have in full: accounts belong to the installation, and an invitation is
 * found by its token only.
 */
const ON_EVERY_NODE = [
  "auth_account",
  "auth_link",
  "auth_session",
  "auth_user",
  "auth_verification",
  "invitation",
];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("the schema, distributed over nodes by workspace,", () => {
  it("contains the workspace in every primary key, unique constraint and unique index of a distributed table", async () => {
    expect(await listKeysWithoutWorkspace()).toEqual([]);
    await database.db.execute(sql`create unique index session_title on session (title)`);
    expect(await listKeysWithoutWorkspace()).toEqual([{ table: "session", key: "session_title" }]);
    await database.db.execute(sql`drop index session_title`);
  });

  it("contains only foreign keys within a workspace or to tables that every node has", async () => {
    expect(await listForeignKeysAcross()).toEqual([]);
    await database.db.execute(sql`alter table source_minute add constraint across
      foreign key (workspace_id, source_id) references source (workspace_id, source_id)`);
    expect(await listForeignKeysAcross()).toEqual([]);
    await database.db.execute(sql`alter table session add constraint astray
      foreign key (title) references workspace (workspace_id)`);
    expect(await listForeignKeysAcross()).toEqual([{ table: "session", key: "astray" }]);
  });

  it("is documented with a statement for each table", async () => {
    const page = await readFile(new URL("../../../../docs/scaling.md", import.meta.url), "utf8");
    const tables = await selectRows(
      database.db,
      z.object({ name: z.string() }),
      sql`select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = current_schema()::regnamespace order by relname`,
    );
    const statements = tables.map(({ name }) =>
      ON_EVERY_NODE.includes(name)
        ? `select create_reference_table('${name}');`
        : `select create_distributed_table('${name}', 'workspace_id'${name === "workspace" ? "" : ", colocate_with => 'workspace'"});`,
    );
    const written = page.split("\n").filter((line) => line.startsWith("select create_"));
    expect(written.toSorted()).toEqual(statements.toSorted());
  });
});

const Key = z.object({ table: z.string(), key: z.string() });

async function listKeysWithoutWorkspace() {
  const keys = await selectRows(
    database.db,
    Key,
    sql`select owner.relname as table, name.relname as key
      from pg_index join pg_class owner on owner.oid = indrelid join pg_class name on name.oid = indexrelid
      where indisunique and not owner.relispartition and owner.relnamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_attribute
          where attrelid = indrelid and attname = 'workspace_id' and attnum = any(indkey))`,
  );
  return keys.filter(({ table }) => !ON_EVERY_NODE.includes(table));
}

async function listForeignKeysAcross() {
  const keys = await selectRows(
    database.db,
    Key.extend({ target: z.string() }),
    sql`select conrelid::regclass::text as table, conname as key, confrelid::regclass::text as target
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
        and not exists (select 1 from unnest(conkey, confkey) as pair(own, other)
          join pg_attribute own on own.attrelid = conrelid and own.attnum = pair.own and own.attname = 'workspace_id'
          join pg_attribute other on other.attrelid = confrelid and other.attnum = pair.other
            and other.attname = 'workspace_id')`,
  );
  return keys
    .filter(({ target }) => !ON_EVERY_NODE.includes(target))
    .map(({ table, key }) => ({ table, key }));
}
