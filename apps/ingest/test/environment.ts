import { join } from "node:path";
import { MIGRATIONS_FOLDER } from "@baton/db/test";
import type { Environment } from "../src/env";

export const PROJECT_ROOT = join(MIGRATIONS_FOLDER, "..", "..", "..");

/** Environment of ingest in a test: it follows nothing, listens on any port, and does not log. */
export function buildEnvironment(databaseUrl: string, overrides: Partial<Environment> = {}): Environment {
  return {
    DATABASE_URL: databaseUrl,
    BATON_PROJECT_ROOT: PROJECT_ROOT,
    BATON_INGEST_PORT: 0,
    BATON_INGEST_HOST: "127.0.0.1",
    BATON_FOLLOW: [],
    BATON_REQUESTS_PER_MINUTE: 600_000,
    BATON_STORE_CONTENT: true,
    BATON_URL: "http://127.0.0.1:3000",
    BATON_MAIL_FROM: "baton@localhost",
    BATON_WEBHOOK_NETWORKS: [],
    BATON_LOG_LEVEL: "silent",
    ...overrides,
  };
}
