import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase } from "../../../test/database";
import { NameFacet, nameFacet } from "./name-facet";
import { selectRows } from "./rows";

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function choose(names: ReturnType<typeof sql>) {
  const rows = await selectRows(
    database.db,
    z.object({ facet: NameFacet }),
    sql`select ${nameFacet(names)} as facet`,
  );
  return rows[0]?.facet;
}

it("a name facet contains each name once, sorted, and is empty without names", async () => {
  const names = sql`select * from (values ('b'), ('a'), (null), ('b')) each (name)`;
  expect(await choose(names)).toEqual({ names: ["a", "b"], count: 2 });
  expect(await choose(sql`select 'a' as name where false`)).toEqual({ names: [], count: 0 });
});

it("a name facet of 200,000 names contains the first 500 and the total number", async () => {
  const many = await choose(sql`select lpad(n::text, 6, '0') as name from generate_series(1, 200000) n`);
  expect(many?.count).toBe(200_000);
  expect(many?.names).toHaveLength(500);
  expect(many?.names[499]).toBe("000500");
});
