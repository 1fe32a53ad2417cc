import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface OrdinaryUser {
  /** Absolute path of an empty home folder. */
  home: string;
  /** User for `spawn`; empty if the tests themselves run as an ordinary user. */
  account: { uid?: number; gid?: number };
  /** Removes the account and the home folder. */
  remove(): void;
}

/** Creates an unprivileged account, or a home folder for the current one if it is not root. */
export function makeOrdinaryUser(): OrdinaryUser {
  const home = mkdtempSync(join(tmpdir(), "baton-home-"));
  chmodSync(home, 0o755);
  const removeHome = () => rmSync(home, { recursive: true, force: true });
  if (process.getuid?.() !== 0) return { home, account: {}, remove: removeHome };
  const name = `baton-${randomBytes(4).toString("hex")}`;
  execFileSync("useradd", ["--home-dir", home, "--no-create-home", "--shell", "/bin/sh", name]);
  const [uid = 0, gid = 0] = ["-u", "-g"].map((flag) =>
    Number(execFileSync("id", [flag, name], { encoding: "utf8" })),
  );
  chownSync(home, uid, gid);
  const remove = () => {
    // `--force`, because a killed process may take a moment to end.
    execFileSync("userdel", ["--force", name], { stdio: "ignore" });
    removeHome();
  };
  return { home, account: { uid, gid }, remove };
}
