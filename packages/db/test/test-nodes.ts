import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "../src/client";

/**
 * Returns the addresses of the nodes of Citus on which the tests run, the coordinator first; none on a single server.
 * `npm run citus` sets them.
 */
export function testNodes(): string[] {
  return process.env.BATON_TEST_NODES?.split(",") ?? [];
}

/** Returns true if an address is on the coordinator of the nodes, with any database. */
export function isCoordinator(administratorUrl: string): boolean {
  const [coordinator] = testNodes();
  return coordinator !== undefined && new URL(coordinator).host === new URL(administratorUrl).host;
}

/**
 * Runs a statement in the database of an address as administrator, outside transactions; on a coordinator, in the
 * database of that name of every node.
 */
export async function runAsAdministrator(administratorUrl: string, statement: string): Promise<void> {
  if (!isCoordinator(administratorUrl)) {
    await runOn(administratorUrl, statement);
    return;
  }
  const name = new URL(administratorUrl).pathname.slice(1);
  for (const node of testNodes()) await runOn(urlOfDatabase(node, name), statement);
}

/** Drops a database on all nodes. The maintenance of Citus may connect to it meanwhile, so it is tried again. */
export async function dropDatabase(administratorUrl: string, name: string): Promise<void> {
  const drop = () => runAsAdministrator(administratorUrl, `drop database if exists ${name} with (force)`);
  const patience = isCoordinator(administratorUrl) ? 5 : 0;
  for (let attempt = 0; ; attempt++) {
    try {
      await drop();
      return;
    } catch (error) {
      if (attempt >= patience) throw error;
      await sleep(1_000);
    }
  }
}

/**
 * Prepares a new database on all nodes for `distributeTables`: the extension, and its list of nodes.
 * @param name of the database, which every node has.
 */
export async function joinNodes(name: string): Promise<void> {
  const [coordinator = "", ...workers] = testNodes();
  for (const node of testNodes()) await runOn(urlOfDatabase(node, name), "create extension citus");
  const at = (url: string) => `'127.0.0.1', ${new URL(url).port}`;
  const url = urlOfDatabase(coordinator, name);
  await runOn(url, `select citus_set_coordinator_host(${at(coordinator)})`);
  for (const worker of workers) await runOn(url, `select citus_add_node(${at(worker)})`);
}

export async function hasDatabase(administratorUrl: string, name: string): Promise<boolean> {
  const rows = await runOn(administratorUrl, `select from pg_database where datname = '${name}'`);
  return rows.length > 0;
}

export function urlOfDatabase(administratorUrl: string, name: string): string {
  const url = new URL(administratorUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function runOn(url: string, statement: string): Promise<unknown[]> {
  const client = createClient(url);
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
