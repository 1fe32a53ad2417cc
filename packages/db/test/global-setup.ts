import type { TestProject } from "vitest/node";
import { startTemporaryPostgres } from "../server/index.mjs";
import { createTemplateDatabase } from "./template-database";
import { testNodes } from "./test-nodes";

/**
 * Starts PostgreSQL once for the run, with the template of the test databases; or uses the running nodes of Citus.
 * @returns a function that stops it and deletes its files.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [coordinator] = testNodes();
  const server = coordinator
    ? { administratorUrl: coordinator, stop: async () => {} }
    : await startTemporaryPostgres();
  await createTemplateDatabase(server.administratorUrl);
  project.provide("postgresUrl", server.administratorUrl);
  return server.stop;
}
