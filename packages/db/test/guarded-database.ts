import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { inject } from "vitest";
import { AUDIT_ROLES_SQL } from "../server/roles.mjs";
import { type Connection, connect, createClient } from "../src/client";
import { migrate } from "../src/migrate";
import { MIGRATIONS_FOLDER } from "./database";

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
  const server = createClient(serverUrl);
  await server.connect();
  await server.query(`create database ${name}`);
  await server.query(`create role ${name} login password 'application'`);
  await server.query(`grant connect, create, temporary on database ${name} to ${name}`);
  const administrator = createClient(withPath(serverUrl, name));
  await administrator.connect();
  await administrator.query(`grant usage, create on schema public to ${name}; ${AUDIT_ROLES_SQL}`);
  const url = new URL(withPath(serverUrl, name));
  [url.username, url.password] = [name, "application"];
  await migrate(url.href, MIGRATIONS_FOLDER);
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
      await server.query(`drop database ${name} with (force)`);
      await server.query(`drop role ${name}`);
      await server.end();
    },
  };
}

function withPath(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
