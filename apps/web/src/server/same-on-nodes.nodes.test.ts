import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  addMember,
  createAccount,
  type Database,
  ROLES,
  SAVINGS_SUBJECTS,
  SESSION_SORTS,
  USAGE_GROUPS,
} from "@baton/db";
import { startTemporaryPostgres } from "@baton/db/server";
import { createTemplateDatabase, createTestDatabase, testNodes } from "@baton/db/test";
import { TRPCError } from "@trpc/server";
import { sql } from "drizzle-orm";
import superjson from "superjson";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callProcedure, contextOf } from "../../test/call-procedure";
import type { User } from "./identity";
import { PROCEDURES } from "./permissions";
import { appRouter } from "./root";
import { createCallerFactory } from "./trpc";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const WORKSPACE = "sample";
const PATIENCE_MILLISECONDS = 900_000;

/** The same sample in a database of one server, in another one, and on the nodes of Citus. */
interface Loaded {
  db: Database;
  user: User;
}
const loaded: Loaded[] = [];
const end: (() => Promise<void>)[] = [];

beforeAll(async () => {
  process.env.BATON_SECRET = "a secret of the tests, long enough to be one";
  const server = await startTemporaryPostgres();
  end.unshift(server.stop);
  await createTemplateDatabase(server.administratorUrl);
  const parent = await mkdtemp(join(tmpdir(), "baton-same-"));
  end.unshift(() => rm(parent, { recursive: true, force: true }));
  for (const administratorUrl of [server.administratorUrl, server.administratorUrl, testNodes()[0] ?? ""]) {
    const database = await createTestDatabase({ administratorUrl });
    process.env.DATABASE_URL = database.url;
    end.unshift(database.drop);
    const folder = join(parent, "data", "sample");
    execFileSync(process.execPath, ["apps/cli/bin/baton.mjs", "demo", "--small", "--out", folder], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: database.url },
    });
    // The next database must find no sample of this one, so that the paths are the same.
    await rm(join(parent, "data"), { recursive: true });
    const account = await createAccount(database.db, { name: "Ada", email: "ada@x.org", passwordHash: "h" });
    if (!account) throw new Error("the address is free");
    await addMember(database.db, { workspaceId: WORKSPACE, userId: account.id, roles: ROLES });
    loaded.push({ db: database.db, user: { id: account.id, name: "Ada", email: "ada@x.org" } });
  }
}, PATIENCE_MILLISECONDS);
afterAll(async () => {
  for (const one of end) await one();
}, PATIENCE_MILLISECONDS);

const QUERIES = Object.entries(PROCEDURES).flatMap(([name, granted]) => {
  const procedure: unknown = Reflect.get(appRouter._def.procedures, name);
  const definition = Object(Reflect.get(Object(procedure), "_def"));
  // Its answer describes the roles of the server.
  if (typeof granted === "string" || name === "audit.guard") return [];
  return Reflect.get(definition, "type") === "query" ? [name] : [];
});

/** Returns values to ask for: those with the most rows, or the first by their names. */
async function findPlaces(db: Database): Promise<Record<string, string>> {
  const { rows } = await db.execute<Record<string, string>>(sql`
    select pair.from_agent as from, pair.to_agent as to, pair.rule_id as rule, handoff.*, manifest_id as manifest,
      document_id as document, memory_key as memory, task_id as task, version, path, compaction.*
    from (select from_agent, to_agent, rule_id from savings_by_pair
        where workspace_id = ${WORKSPACE} and span = 1440 and rule_id <> ''
        group by 1, 2, 3 order by sum(handoff_count) desc, 1, 2, 3 limit 1) pair,
      (select session_id as session, event_id as event, workflow_id as workflow from handoff
        where workspace_id = ${WORKSPACE} and workflow_id is not null and kind = 'context'
        order by saved_tokens desc, event_id limit 1) handoff,
      (select min(manifest_id) as manifest_id from manifest where workspace_id = ${WORKSPACE}) manifest,
      (select min(document_id) as document_id from handoff_document where workspace_id = ${WORKSPACE}) document,
      (select min(memory_key) as memory_key from memory where workspace_id = ${WORKSPACE}) memory,
      (select min(attempt_id) as task_id from task_attempt where workspace_id = ${WORKSPACE}) task,
      (select min(policy_version) as version from policy_version where workspace_id = ${WORKSPACE}) version,
      (select path from blocked_by_field where workspace_id = ${WORKSPACE} group by 1 order by sum(handoff_count) desc, 1 limit 1) field,
      (select event_id as compaction, session_id as compacted from compaction
        where workspace_id = ${WORKSPACE} order by session_id, event_id limit 1) compaction`);
  return rows[0] ?? {};
}

/** Lists the inputs of all pages: each period with each filter, and the rest of an input, which a procedure may ignore. */
function listInputs(place: Record<string, string>): object[] {
  const {
    from,
    to,
    rule,
    workflow,
    session,
    event,
    manifest,
    document,
    memory,
    task,
    version,
    path,
    compaction,
    compacted,
  } = place;
  const common = {
    workspace: WORKSPACE,
    ...{ session, event, manifest, document, memory, task, version, path, compaction },
    ...{
      key: path,
      text: "context",
      before: { kind: "publication", number: 1 },
      after: 0,
      number: 1,
      live: 3,
    },
    ...{ cursor: null, days: 30, kind: undefined, id: session, page: "savings" },
  };
  const today = new Date();
  const dayAt = (days: number) => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const periods = [
    { range: `${dayAt(60)}..${dayAt(1)}`, tz: "UTC" },
    { range: `${dayAt(80)}..${dayAt(2)}`, tz: "Asia/Kolkata" },
    { range: `${dayAt(8)}..${dayAt(8)}`, tz: "Europe/Berlin" },
  ];
  const filters = [{}, { agent: from }, { from, to }, { rule }, { mode: "scoped" }, { workflow }];
  const inputs = periods.flatMap((period) => filters.map((filter) => ({ ...common, ...period, ...filter })));
  const [widest] = inputs;
  const subjects = [...SAVINGS_SUBJECTS, ...USAGE_GROUPS].map((by) => ({ ...widest, by }));
  const sorts = SESSION_SORTS.map((sort) => ({ ...widest, sort }));
  return [...inputs, ...subjects, ...sorts, { ...widest, session: compacted }];
}

/** Returns the answer as the browser gets it, or the code of a refusal. */
async function ask({ db, user }: Loaded, name: string, input: object): Promise<unknown> {
  const caller = createCallerFactory(appRouter)(contextOf(db, user));
  try {
    return superjson.serialize(await callProcedure(caller, name, input)).json;
  } catch (error) {
    return { refused: error instanceof TRPCError ? error.code : String(error) };
  }
}

/** Lists where two answers differ. */
function listDifferences(one: unknown, other: unknown, place = ""): string[] {
  if (Object.is(one, other)) return [];
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return [place];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) =>
    listDifferences(Reflect.get(one, key), Reflect.get(other, key), `${place}.${key}`),
  );
}

it(
  "each page shows the same on Citus as on one server",
  async () => {
    const [one, again, nodes] = loaded;
    if (!one || !again || !nodes) throw new Error("three databases are loaded");
    const inputs = listInputs(await findPlaces(one.db));
    const wrong: string[] = [];
    const answered = new Set<string>();
    for (const name of QUERIES) {
      const seen = new Set<string>();
      for (const input of inputs) {
        const expected = await ask(one, name, input);
        if (!Reflect.has(Object(expected), "refused")) answered.add(name);
        // Inputs that a procedure ignores give the same answer.
        const text = JSON.stringify(expected);
        if (seen.has(text)) continue;
        seen.add(text);
        // Two loads on one server differ in times of loading and in keys by chance.
        const chance = new Set(listDifferences(expected, await ask(again, name, input)));
        const actual = await ask(nodes, name, input);
        const differences = listDifferences(expected, actual).filter((place) => !chance.has(place));
        if (differences.length > 0)
          wrong.push(
            `${name} ${JSON.stringify(input)}: ${differences.slice(0, 5)} ${JSON.stringify(actual).slice(0, 200)}`,
          );
      }
    }
    expect(wrong).toEqual([]);
    expect(answered.size).toBeGreaterThan(110);
  },
  PATIENCE_MILLISECONDS,
);
