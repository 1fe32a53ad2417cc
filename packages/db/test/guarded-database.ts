import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import { AUDIT_ROLES_SQL } from "../server/roles.mjs";
import { type Connection, connect } from "../src/client";
import { migrate } from "../src/migrate";
import { MIGRATIONS_FOLDER } from "./database";

export interface GuardedDatabase extends Connection {
  /** Connected as the application's role. */
  application: postgres.Sql;
  /** Connected as a superuser. */
  administrator: postgres.Sql;
  drop: () => Promise<void>;
}

/**
 * A database as an installation has it: a role of its own for the
 * application, which owns all but the audit log.
 */
export async function createGuardedDatabase(): Promise<GuardedDatabase> {
  const serverUrl = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await server.unsafe(`create database ${name}`);
  await server.unsafe(`create role ${name} login password 'application'`);
  await server.unsafe(`grant connect, create, temporary on database ${name} to ${name}`);
  const administrator = postgres(withPath(serverUrl, name), { max: 1, onnotice: () => {} });
  await administrator.unsafe(`grant usage, create on schema public to ${name}; ${AUDIT_ROLES_SQL}`);
  const url = new URL(withPath(serverUrl, name));
  [url.username, url.password] = [name, "application"];
  await migrate(url.href, MIGRATIONS_FOLDER);
  const application = postgres(url.href, { max: 2, onnotice: () => {} });
  const connection = connect(url.href, { max: 4 });
  return {
    ...connection,
    application,
    administrator,
    drop: async () => {
      await connection.close(1);
      await Promise.all([application.end({ timeout: 1 }), administrator.end({ timeout: 1 })]);
      await server.unsafe(`drop database ${name} with (force)`);
      await server.unsafe(`drop role ${name}`);
      await server.end({ timeout: 1 });
    },
  };
}

function withPath(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
