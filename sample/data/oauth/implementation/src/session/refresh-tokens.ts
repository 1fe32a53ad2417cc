import { createHash, randomBytes } from "node:crypto";
import { database } from "../infra/database";

/** Refresh tokens in families: using one twice ends all that came from the same sign-in. */
export const refreshTokens = {
  async begin(grant: Grant): Promise<string> {
    return insert(grant, randomBytes(16).toString("hex"));
  },
  async rotate(presented: string): Promise<{ grant: Grant; token: string } | null> {
    return database.transaction(async (tx) => {
      const record = await tx.refreshToken.findByHash(hash(presented), { lock: true });
      if (!record || record.expiresAt < new Date()) return null;
      if (record.replacedBy) {
        await tx.refreshToken.endFamily(record.familyId);
        return null;
      }
      const token = await insert(record.grant, record.familyId, tx);
      await tx.refreshToken.replace(record.tokenHash, hash(token));
      return { grant: record.grant, token };
    });
  },
};

function hash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
