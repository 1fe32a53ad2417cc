import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SECRET_BYTES = 32;

/**
 * What cookies are signed with: what `BATON_SECRET` says, else a number that is made at the first start and
 * kept beside the data, for this user's eyes alone.
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
