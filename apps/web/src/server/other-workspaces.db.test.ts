import { addMember, createAccount, ensurePartitions, ROLES } from "@baton/db";
import * as schema from "@baton/db/schema";
import { ensureWorkspace } from "@baton/db/write";
import { TRPCError } from "@trpc/server";
import { type Column, getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { callProcedure, contextOf } from "../../test/call-procedure";
import { createWebDatabase } from "../../test/web-database";
import type { User } from "./identity";
import { PROCEDURES } from "./permissions";
import { appRouter } from "./root";
import { createCallerFactory } from "./trpc";

const THEIRS = "theirs";
const OURS = "ours";
/** Appears in every text of every row of the other workspace, including its IDs. */
const MARK = "mark-of-theirs";
const UUID = "11111111-2222-4333-8444-555555555555";
const AT = new Date("2026-03-10T12:00:00Z");

/** Tables that belong to workspaces according to the schema, so that new tables are included. */
const TABLES = Object.values<unknown>(schema).filter(
  (value): value is PgTable =>
    is(value, PgTable) && getTableConfig(value).columns.some(({ name }) => name === "workspace_id"),
);

let database: Awaited<ReturnType<typeof createWebDatabase>>;
beforeAll(async () => {
  database = await createWebDatabase();
  await ensureWorkspace(database.db, { workspaceId: OURS });
  await ensurePartitions(database.db, [AT]);
  for (const table of TABLES) await fill(table);
});
afterAll(() => database.drop());
// The rows contain made-up data, some of it unreadable.
vi.spyOn(console, "error").mockReturnValue();

/** Inserts a row in which every column has a value that an input may name. */
async function fill(table: PgTable): Promise<void> {
  const row = Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([key, column]) => [key, sampleOf(column)]),
  );
  await database.db.transaction(async (tx) => {
    // The parent of a row may be inserted later, or never.
    // On Citus, the setting has to reach the shards.
    await tx.execute(sql`set local citus.propagate_set_commands = 'local'`);
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.insert(table).overridingSystemValue().values(row);
  });
}

function sampleOf(column: Column): unknown {
  const { name, enumValues, dataType, columnType } = column;
  if (name === "workspace_id") return THEIRS;
  if (columnType === "PgUUID") return UUID;
  if (dataType === "array") return [column.getSQLType().startsWith("text") ? MARK : 1];
  if (dataType === "json") return { [MARK]: MARK };
  if (dataType === "number" || dataType === "bigint") return 1;
  if (dataType === "boolean") return true;
  if (dataType === "date") return AT;
  if (columnType === "PgDateString") return "2026-03-10";
  return enumValues?.[0] ?? MARK;
}

async function buildUser(name: string, workspaceId: string): Promise<User> {
  const email = `${name}@x.org`;
  const account = await createAccount(database.db, { name, email, passwordHash: "h" });
  if (!account) throw new Error("the address is taken");
  await addMember(database.db, { workspaceId, userId: account.id, roles: ROLES });
  return { id: account.id, name, email };
}

/**
 * Inputs of all procedures, each with IDs of the other workspace. A procedure ignores inputs that it does not
 * have.
 */
const REFERENCE = { kind: "version", version: MARK };
const INPUT = {
  session: MARK,
  event: MARK,
  compaction: MARK,
  manifest: MARK,
  document: MARK,
  task: MARK,
  key: MARK,
  member: MARK,
  invitation: UUID,
  path: MARK,
  agent: MARK,
  text: MARK,
  name: "ours",
  id: MARK,
  typed: MARK,
  range: "2026-03-01..2026-03-31",
  tz: "UTC",
  sourceId: 1,
  sourceFileId: 1,
  channelId: 1,
  notificationId: 1,
  alertId: 1,
  draftId: 1,
  revision: 1,
  number: 1,
  version: MARK,
  days: 30,
  roles: ["viewer"],
  scopes: ["read"],
  before: REFERENCE,
  after: REFERENCE,
  from: REFERENCE,
  replaces: null,
  basedOn: null,
  cursor: null,
  kind: "session",
  phase: "warn",
  reason: "r",
  comment: "c",
  verdict: "approved",
  acknowledged: [],
  after_: 0,
  model: MARK,
  effectiveFrom: "2026-03-10",
  inputPrice: 1,
  mayApproveOwn: true,
  email: null,
  by: "rule",
  page: "savings",
  columns: null,
};
const PRICE_FILE = JSON.stringify({ ours: { mode: "chat", input_cost_per_token: 1e-6 } });

/** Inputs whose name has another meaning, or which would be stored in the user's own workspace. */
const OTHER_INPUTS: Record<string, object> = {
  "audit.chain": { after: 0 },
  "conversation.image": { key: `${AT.getTime()}.1.1.1.0`, image: 0 },
  "conversation.text": { key: `${AT.getTime()}.1.1.1.0` },
  "manifests.compare": { before: MARK },
  "prices.import": { file: PRICE_FILE, name: "ours", day: "2026-03-10" },
  "prices.set": { model: "ours" },
  "prices.setDefaultModel": { model: "ours" },
  "rollout.changeAgent": { agent: "ours", known: null },
  "rollout.changeLimits": { budgets: {}, windows: {} },
  "rollout.changePhase": { agent: "ours" },
  "sessions.list": { kind: undefined },
  "usage.get": { by: "model", agent: undefined },
  "usage.rows": { by: "model", agent: undefined },
};

const names = Object.entries(PROCEDURES).flatMap(([name, granted]) =>
  typeof granted === "string" || name === "live.rows" ? [] : [name],
);

/** Calls each procedure as the user and returns the answers, or the code of a refusal. */
async function fetchAll(user: User, workspace: string): Promise<Map<string, string>> {
  const caller = createCallerFactory(appRouter)(contextOf(database.db, user));
  const answers = new Map<string, string>();
  for (const name of names) {
    const { from: _, ...others } = INPUT;
    const input = {
      ...(name.startsWith("policies.drafts") ? INPUT : others),
      ...OTHER_INPUTS[name],
      workspace,
    };
    try {
      answers.set(name, JSON.stringify(await callProcedure(caller, name, input)) ?? "nothing");
    } catch (error) {
      answers.set(name, error instanceof TRPCError ? error.code : String(error));
    }
  }
  return answers;
}

/** Returns the rows of the other workspace as one text. */
async function readTheirs(): Promise<string> {
  const texts: string[] = [];
  for (const table of TABLES) {
    const name = sql.identifier(getTableName(table));
    const { rows } = await database.db.execute<{ row: string }>(
      sql`select each::text as row from ${name} each where workspace_id = ${THEIRS} order by 1`,
    );
    texts.push(...[...rows].map(({ row }) => `${getTableName(table)}: ${row}`));
  }
  return texts.join("\n");
}

it("a user with every role in one workspace can neither read nor change another", async () => {
  const before = await readTheirs();
  expect(before.split("\n").length).toBeGreaterThan(40);
  const answers = await fetchAll(await buildUser("stranger", OURS), OURS);
  const leaking = [...answers].filter(([, answer]) => answer.includes(MARK));
  expect(leaking).toEqual([]);
  expect(await readTheirs()).toBe(before);

  // The same calls find the data in its own workspace: the IDs are right, and the mark is visible.
  const own = await fetchAll(await buildUser("member", THEIRS), THEIRS);
  const seeing = [...own].filter(([, answer]) => answer.includes(MARK)).map(([name]) => name);
  expect(seeing.length).toBeGreaterThan(15);
  expect(seeing).toEqual(
    expect.arrayContaining([
      "sessions.list",
      "keys.list",
      "audit.list",
      "erasures.list",
      "usage.get",
      "usage.rows",
    ]),
  );
});
