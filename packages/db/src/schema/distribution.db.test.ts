import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase, testNodes } from "../../test/database";
import { createClient } from "../client";
import { planDistribution } from "../distribute";
import { selectRows } from "../sql/statement/rows";

/** Members refer to accounts. */
const ON_EVERY_NODE = ["auth_user"];
/** Only the sign-in reads them. */
const ON_COORDINATOR = ["auth_account", "auth_link", "auth_session", "auth_verification"];

const isOnCitus = testNodes().length > 0;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("the schema, distributed over nodes by workspace,", () => {
  it("has a node for each table, and each table after those that it refers to", async () => {
    const client = createClient(database.url);
    await client.connect();
    const plan = await planDistribution(client).finally(() => client.end());
    const at = (place: string) => plan.filter((table) => table.place === place).map(({ name }) => name);
    expect(at("copied").sort()).toEqual(ON_EVERY_NODE);
    expect(at("coordinator").sort()).toEqual(ON_COORDINATOR);
    expect(at("distributed")).toContain("event");
    const names = plan.map(({ name }) => name);
    const early = plan.flatMap(({ name, references }) =>
      references.filter((other) => names.indexOf(other) > names.indexOf(name)),
    );
    expect(early).toEqual([]);
  });

  // Citus itself rejects the wrong keys that these two add.
  it.skipIf(isOnCitus)(
    "contains the workspace in every primary key, unique constraint and unique index of a distributed table",
    async () => {
      expect(await listKeysWithoutWorkspace()).toEqual([]);
      await database.db.execute(sql`create unique index session_title on session (title)`);
      expect(await listKeysWithoutWorkspace()).toEqual([{ table: "session", key: "session_title" }]);
      await database.db.execute(sql`drop index session_title`);
    },
  );

  it.skipIf(isOnCitus)(
    "contains only foreign keys within a workspace or to tables that every node has",
    async () => {
      expect(await listForeignKeysAcross()).toEqual([]);
      await database.db.execute(sql`alter table source_minute add constraint across
      foreign key (workspace_id, source_id) references source (workspace_id, source_id)`);
      expect(await listForeignKeysAcross()).toEqual([]);
      await database.db.execute(sql`alter table session add constraint astray
      foreign key (title) references workspace (workspace_id)`);
      expect(await listForeignKeysAcross()).toEqual([{ table: "session", key: "astray" }]);
    },
  );
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
  return keys.filter(({ table }) => ![...ON_EVERY_NODE, ...ON_COORDINATOR].includes(table));
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
