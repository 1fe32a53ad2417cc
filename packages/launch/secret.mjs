import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SECRET_BYTES = 32;

/**
 * Returns the key that signs cookies: `BATON_SECRET`, otherwise a random one that is created at the first
 * start and stored next to the data, readable only by this user.
 *
 * @param {string} dataFolder absolute path
 * @param {string | undefined} given
 * @returns {string}
 */
export function readSecret(dataFolder, given) {
  if (given) return given;
  const file = join(dataFolder, "secret");
  try {
    writeFileSync(file, randomBytes(SECRET_BYTES).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8");
}
