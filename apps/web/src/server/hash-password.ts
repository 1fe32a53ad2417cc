import "server-only";
import * as passwords from "better-auth/crypto";
import PQueue from "p-queue";

/**
 * Hashes passwords one at a time. A hash deliberately takes a core for a tenth of a second, so
 * a client with many attempts delays its own.
 */
export function oneAtATime(hashing: Pick<typeof passwords, "hashPassword" | "verifyPassword">) {
  const turns = new PQueue({ concurrency: 1 });
  return {
    /** Returns the stored form of a password. */
    hashPassword: (password: string): Promise<string> => turns.add(() => hashing.hashPassword(password)),
    /** Returns true if the password matches the stored hash. */
    verifyPassword: (tried: { hash: string; password: string }): Promise<boolean> =>
      turns.add(() => hashing.verifyPassword(tried)),
  };
}

export const { hashPassword, verifyPassword } = oneAtATime(passwords);
