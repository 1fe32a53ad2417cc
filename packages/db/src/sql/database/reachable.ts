import { sql } from "drizzle-orm";
import type { Database } from "../../client";

/** Returns true if the database responds. */
export async function isReachable(db: Database): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}
