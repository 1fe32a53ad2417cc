import { type ApiKey, createApiKey, type NewApiKey } from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import type { Environment } from "../src/env";
import { serveRequests } from "./serve-requests";

/** A running ingest with its own database and an API key of the workspace `default`. */
export interface RunningIngest {
  database: Awaited<ReturnType<typeof createTestDatabase>>;
  url: string;
  token: string;
  key: ApiKey;
  buildKey(fields?: Partial<NewApiKey>): Promise<{ token: string; key: ApiKey }>;
  /** Stops ingest, as a signal would. */
  stop(): Promise<void>;
  /** Stops ingest and removes its database. */
  remove(): Promise<void>;
}

export async function runIngest(overrides: Partial<Environment> = {}): Promise<RunningIngest> {
  const database = await createTestDatabase();
  const { url, stop } = await serveRequests(database.url, overrides);
  const buildKey = (fields: Partial<NewApiKey> = {}) =>
    createApiKey(database.db, {
      workspaceId: "default",
      name: "test",
      scopes: ["ingest"],
      createdBy: "test",
      expiresAt: null,
      ...fields,
    });
  return {
    database,
    url,
    ...(await buildKey()),
    buildKey,
    stop,
    remove: async () => {
      await stop();
      await database.drop();
    },
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  json: Record<string, unknown>;
}

/** Posts events, as NDJSON unless the headers say otherwise. */
export async function postEvents(
  { url, token }: Pick<RunningIngest, "url" | "token">,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${url}/v1/events`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson", ...headers },
    body,
  });
  const json: unknown = await response.json();
  if (typeof json !== "object" || json === null) throw new Error("an answer is an object");
  return { status: response.status, headers: response.headers, json: { ...json } };
}

/** Joins lines as NDJSON. */
export function ndjson(...lines: readonly (string | object)[]): string {
  return lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
}
