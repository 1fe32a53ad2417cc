import { sql } from "drizzle-orm";
import type { Database } from "../client";

/** Whether the database answers at present. */
export async function isReachable(db: Database): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch {
    return false;
  }
}
