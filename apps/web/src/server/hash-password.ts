import "server-only";
import * as crypto from "better-auth/crypto";
import PQueue from "p-queue";

/** To hash a password takes a core for a tenth of a second, as it should: one at a time, so that whoever tries many waits for themselves. */
const turns = new PQueue({ concurrency: 1 });

/** @returns what is stored of a password. */
export function hashPassword(password: string): Promise<string> {
  return turns.add(() => crypto.hashPassword(password));
}

/** Whether a password is the one that something was stored of. */
export function verifyPassword(tried: { hash: string; password: string }): Promise<boolean> {
  return turns.add(() => crypto.verifyPassword(tried));
}
