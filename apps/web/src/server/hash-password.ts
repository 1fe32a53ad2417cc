import "server-only";
import * as passwords from "better-auth/crypto";
import PQueue from "p-queue";

/**
 * To hash a password takes a core for a tenth of a second, as it should: one at a time, so
 * that whoever tries many waits for themselves.
 */
export function oneAtATime(hashing: Pick<typeof passwords, "hashPassword" | "verifyPassword">) {
  const turns = new PQueue({ concurrency: 1 });
  return {
    /** @returns what is stored of a password. */
    hashPassword: (password: string): Promise<string> => turns.add(() => hashing.hashPassword(password)),
    /** Whether a password is the one that something was stored of. */
    verifyPassword: (tried: { hash: string; password: string }): Promise<boolean> =>
      turns.add(() => hashing.verifyPassword(tried)),
  };
}

export const { hashPassword, verifyPassword } = oneAtATime(passwords);
