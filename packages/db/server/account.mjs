import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { StartError } from "./start-error.mjs";

/**
 * The account PostgreSQL runs as; `undefined` means the one that runs this process.
 * @typedef {{ uid: number, gid: number } | undefined} Account
 */

/**
 * Returns the account to run PostgreSQL as. PostgreSQL refuses to run as root, so root runs it as the owner of
 * the existing data, else as `postgres`, else as `nobody`. initdb requires an account with a name.
 * @param {string} [dataDirectory] absolute path, which need not exist yet
 * @returns {Account}
 * @throws {StartError} if root finds neither account
 */
export function chooseAccount(dataDirectory) {
  if (process.getuid?.() !== 0) return undefined;
  const existing = dataDirectory && statSync(dataDirectory, { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const account = findAccount("postgres") ?? findAccount("nobody");
  if (account) return account;
  throw new StartError(
    "PostgreSQL does not run as root and there is no account “postgres” or “nobody” to run it as: start Baton as an ordinary user, or set DATABASE_URL.",
  );
}

/** @param {string} name @returns {Account} */
function findAccount(name) {
  const [uid, gid] = ["-u", "-g"].map((flag) => {
    const answer = spawnSync("id", [flag, name], { encoding: "utf8" });
    return answer.status === 0 ? Number(answer.stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/**
 * Returns true if the account can reach the content of a folder. Other accounts cannot enter a clone under
 * /root, for example. Asks the system, because mode bits ignore access lists and mounts.
 * @param {Account} account
 * @param {string} folder
 */
export function canEnter(account, folder) {
  if (!account) return true;
  return (
    spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...account, cwd: "/", stdio: "ignore" })
      .status === 0
  );
}
