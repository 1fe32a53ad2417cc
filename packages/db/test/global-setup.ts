import type { TestProject } from "vitest/node";
import { startTemporaryPostgres } from "../server/index.mjs";

/** Starts PostgreSQL once for the run. @returns what ends it and removes its files */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTemporaryPostgres();
  project.provide("postgresUrl", server.administratorUrl);
  return server.stop;
}
