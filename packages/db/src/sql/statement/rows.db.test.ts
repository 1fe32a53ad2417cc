import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase } from "../../../test/database";
import { connect } from "../../client";
import { Sum, selectPrepared, selectRows } from "./rows";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: ReturnType<typeof connect>;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 1 });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

it("answers statements of any number of texts, and keeps no more of them prepared than have room", async () => {
  const { db } = connection;
  const filling = "-".repeat(10_000);
  for (let place = 0; place < 300; place++) {
    const statement = sql`select ${place}::int as place /* ${sql.raw(`${place} ${filling}`)} */`;
    expect(await selectPrepared(db, z.object({ place: Sum }), statement)).toEqual([{ place }]);
  }
  const [kept] = await selectRows(
    db,
    z.object({ characters: Sum }),
    sql`select coalesce(sum(length(statement)), 0) as characters from pg_prepared_statements
      where statement like ${`%${filling}%`}`,
  );
  expect(kept?.characters).toBeLessThanOrEqual(1_000_000);
});
