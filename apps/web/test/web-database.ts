import { createTestDatabase } from "@baton/db/test";

/** A database of the test's own, on which the server's parts in this process work. */
export async function createWebDatabase() {
  const database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.BATON_SECRET = "a secret of the tests, long enough to be one";
  return database;
}
