import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { inject } from "vitest";
import { AUDIT_ROLES_SQL } from "../server/roles.mjs";
import { type Connection, connect, createClient } from "../src/client";
import { distributeTables } from "../src/distribute";
import { migrate } from "../src/migrate";
import { MIGRATIONS_FOLDER } from "./template-database";
import { dropDatabase, isCoordinator, joinNodes, runAsAdministrator, urlOfDatabase } from "./test-nodes";

export interface GuardedDatabase extends Connection {
  /** Connected as the application's role. */
  application: Client;
  /** Connected as a superuser. */
  administrator: Client;
  drop: () => Promise<void>;
}

/**
 * Creates a database as in an installation: the application has its own role, which owns everything except
 * the audit log.
 */
export async function createGuardedDatabase(): Promise<GuardedDatabase> {
  const serverUrl = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runAsAdministrator(serverUrl, `create database ${name}`);
  await runAsAdministrator(serverUrl, `create role ${name} login password 'application'`);
  await runAsAdministrator(serverUrl, `grant connect, create, temporary on database ${name} to ${name}`);
  const administratorUrl = urlOfDatabase(serverUrl, name);
  await runAsAdministrator(
    administratorUrl,
    `grant usage, create on schema public to ${name}; ${AUDIT_ROLES_SQL}`,
  );
  if (isCoordinator(serverUrl)) await joinNodes(name);
  const administrator = createClient(administratorUrl);
  await administrator.connect();
  const url = new URL(administratorUrl);
  [url.username, url.password] = [name, "application"];
  await migrate(url.href, MIGRATIONS_FOLDER);
  if (isCoordinator(serverUrl)) await distributeTables(administratorUrl);
  const application = createClient(url.href);
  await application.connect();
  const connection = connect(url.href, { max: 4 });
  return {
    ...connection,
    application,
    administrator,
    drop: async () => {
      await connection.close(1);
      await Promise.all([application.end(), administrator.end()]);
      await dropDatabase(serverUrl, name);
      await runAsAdministrator(serverUrl, `drop role ${name}`);
    },
  };
}
