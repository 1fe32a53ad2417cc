import { eq } from "drizzle-orm";
import type { Database } from "../../client";
import { authUser } from "../../schema/index";

export type Account = typeof authUser.$inferSelect;

/**
 * Locks an account until the transaction ends and returns it, or null. Every change of an account, its
 * password or its links takes this lock first, to avoid deadlocks.
 */
export async function lockAccount(
  tx: Database,
  who: { userId: string } | { email: string },
): Promise<Account | null> {
  const isTheirs = "email" in who ? eq(authUser.email, who.email.toLowerCase()) : eq(authUser.id, who.userId);
  const rows = await tx.select().from(authUser).where(isTheirs).for("no key update");
  return rows[0] ?? null;
}
