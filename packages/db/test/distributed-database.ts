import { distributeTables } from "../src/distribute";
import { migrate } from "../src/migrate";
import { joinNodes, runAsAdministrator, urlOfDatabase } from "./test-nodes";

/**
 * Creates a migrated database on all nodes of Citus, with its tables distributed.
 * @param coordinator one of `testNodes`.
 * @returns its URL.
 */
export async function createDistributedDatabase(
  coordinator: string,
  name: string,
  migrationsFolder: string,
): Promise<string> {
  await runAsAdministrator(coordinator, `create database ${name}`);
  await joinNodes(name);
  const url = urlOfDatabase(coordinator, name);
  await migrate(url, migrationsFolder);
  await distributeTables(url);
  return url;
}
