import type { TestProject } from "vitest/node";
import { startTemporaryPostgres } from "../server/index.mjs";
import { createTemplateDatabase } from "./template-database";

/**
 * Starts PostgreSQL once for the run, with the template of the test databases.
 * @returns a function that stops it and deletes its files.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTemporaryPostgres();
  await createTemplateDatabase(server.administratorUrl);
  project.provide("postgresUrl", server.administratorUrl);
  return server.stop;
}
