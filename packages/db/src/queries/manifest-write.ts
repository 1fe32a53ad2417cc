import { sql } from "drizzle-orm";
import type { Database } from "../client";
import { manifest } from "../schema/index";
import { insertRows } from "./insert-rows";

export type NewManifest = Omit<typeof manifest.$inferInsert, "ingestedAt">;

/** Stores a manifest. @returns false where the very same one, from the same path, is there already. */
export async function insertManifest(db: Database, row: NewManifest): Promise<boolean> {
  const inserted = await insertRows(db, manifest, [row], sql`on conflict do nothing returning manifest_id`);
  return inserted.length > 0;
}
