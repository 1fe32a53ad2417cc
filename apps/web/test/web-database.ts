import { createTestDatabase } from "@baton/db/test";

/** Creates a test database, which the server's code in this process uses. */
export async function createWebDatabase() {
  const database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.BATON_SECRET = "a secret of the tests, long enough to be one";
  return database;
}
