import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chooseAccount } from "../server/account.mjs";
import { locateBinaries } from "../server/binaries.mjs";
import { end, launch } from "../server/postmaster.mjs";
import { createClient } from "../src/client";

/**
 * Files that a copied cluster must not contain (PostgreSQL's documentation, "Making a Base Backup Using the
 * Low Level API").
 */
const LEFT_OUT = ["postmaster.pid", "postmaster.opts"];

/**
 * Creates a hot standby of a running cluster, by a base backup and streaming replication. Baton's PostgreSQL
 * does not include `pg_basebackup`, so the files are copied between `pg_backup_start` and `pg_backup_stop`.
 * @param administratorUrl of a role that may replicate.
 * @param options.delaySeconds time by which the standby lags.
 * @returns the URL of the standby for the same role, once it responds.
 */
export async function startStandby(
  administratorUrl: string,
  { delaySeconds = 0 }: { delaySeconds?: number } = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const client = createClient(administratorUrl);
  await client.connect();
  const settings = await client.query<{ folder: string }>(
    "select current_setting('data_directory') as folder",
  );
  const primary = settings.rows[0]?.folder ?? "";
  const cluster = join(dirname(primary), "standby");
  await client.query("select pg_backup_start('standby', fast => true)");
  execFileSync("cp", ["-a", primary, cluster]);
  const backup = await client.query<{ label: string }>(
    "select labelfile as label from pg_backup_stop(wait_for_archive => false)",
  );
  await client.end();

  const { hostname, port, username, password } = new URL(administratorUrl);
  for (const file of LEFT_OUT) rmSync(join(cluster, file), { force: true });
  const account = chooseAccount(primary);
  for (const [name, content] of Object.entries({
    backup_label: backup.rows[0]?.label ?? "",
    "standby.signal": "",
  })) {
    writeFileSync(join(cluster, name), content);
    if (account) chownSync(join(cluster, name), account.uid, account.gid);
  }
  appendFileSync(
    join(cluster, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}'
recovery_min_apply_delay = '${delaySeconds}s'\n`,
  );
  const { pid, port: standbyPort } = await launch({
    cluster,
    native: locateBinaries(account),
    account,
    logFile: join(dirname(primary), "standby.log"),
    settings: { fsync: "off", hot_standby: "on" },
  });
  const url = new URL(administratorUrl);
  url.port = String(standbyPort);
  return { url: url.href, stop: () => end(pid) };
}
