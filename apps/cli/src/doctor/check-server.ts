import { join } from "node:path";
import { connect, readServerState } from "@baton/db";
import { explainIncompatibility, readMigrationTimes } from "@baton/db/migrate";
import { chooseAccount, findFreePort, locateBinaries, StartError, startPostgres } from "@baton/db/server";
import { explainDatabaseError } from "../database";
import { MIGRATIONS_FOLDER } from "../project";
import type { Check } from "./check";

const OLDEST_POSTGRES = 15;
const CONNECT_SECONDS = 5;

/** Checks that the ports of a start are free. A start uses the next free ones. */
export async function checkPorts(port: number, isRunning: boolean): Promise<Check> {
  const name = "ports";
  if (isRunning) return { name, state: "ok", message: "in use by the running Baton" };
  const web = await findFreePort(port);
  const ingest = await findFreePort(web + 1);
  if (web === port) return { name, state: "ok", message: `${web} for web, ${ingest} for ingest` };
  return {
    name,
    state: "note",
    message: `${port} is taken by another program; Baton would use ${web} for web and ${ingest} for ingest.`,
    advice: "Choose a port with --port or PORT if you need a certain one.",
  };
}

/** Checks that the included PostgreSQL runs on this system. */
export function checkIncludedPostgres(folder: string): Check {
  const name = "PostgreSQL";
  try {
    return { name, state: "ok", message: locateBinaries(chooseAccount(join(folder, "pg"))) };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return {
      name,
      state: "problem",
      message: error.message,
      advice: "Or set DATABASE_URL to your own PostgreSQL.",
    };
  }
}

/** Checks the included PostgreSQL's database that no one runs: starts it, and stops it again. */
export async function checkStoppedDatabase(folder: string): Promise<Check> {
  try {
    const server = await startPostgres({ dataDirectory: join(folder, "pg") });
    try {
      return await checkDatabase(server.url);
    } finally {
      await server.stop();
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const advice = `${join(folder, "postgres.log")} has the details. Restore a backup if its files are damaged.`;
    return { name: "database", state: "problem", message: error.message, advice };
  }
}

/** Checks that a database responds, is new enough, and is not ahead of this version of Baton. */
export async function checkDatabase(url: string): Promise<Check> {
  const name = "database";
  const { db, close } = connect(url, { max: 1, connectSeconds: CONNECT_SECONDS });
  try {
    const { majorVersion, migratedTo } = await readServerState(db);
    if (majorVersion < OLDEST_POSTGRES)
      return {
        name,
        state: "problem",
        message: `PostgreSQL ${majorVersion} is too old.`,
        advice: `Use PostgreSQL ${OLDEST_POSTGRES} or newer.`,
      };
    const migrations = readMigrationTimes(MIGRATIONS_FOLDER);
    const reason = explainIncompatibility(migratedTo === null ? [] : [migratedTo], migrations);
    if (reason) return { name, state: "problem", ...reason };
    const isCurrent = migratedTo === Math.max(...migrations);
    const state = isCurrent ? "up to date" : "the next start migrates it";
    return { name, state: "ok", message: `PostgreSQL ${majorVersion}, ${state}` };
  } catch (error) {
    const explained = explainDatabaseError(error, url);
    return {
      name,
      state: "problem",
      message: explained instanceof Error ? explained.message : String(explained),
      advice: "Without DATABASE_URL, Baton uses its own PostgreSQL.",
    };
  } finally {
    await close();
  }
}
