import { addMember, createAccount, ensurePartitions } from "@baton/db";
import { event, handoff, handoffOutline } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildSourceFile, buildWorkspace } from "@baton/db/test/factories";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addPage, NO_MATCHES } from "@/features/policies/content/past-matches";
import { appRouter } from "../root";
import { createCallerFactory } from "../trpc";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspace: string;
let sourceFileId: number;
let user: { id: string; name: string; email: string };
let sequence = 0;
const NOW = new Date("2026-03-31T00:00:00Z");

beforeAll(async () => {
  database = await createTestDatabase();
  const account = await createAccount(database.db, { name: "Ada", email: "ada@x.org", passwordHash: "h" });
  if (!account) throw new Error("the address is taken");
  user = { id: account.id, name: "Ada", email: "ada@x.org" };
});
afterAll(() => database.drop());

async function openWorkspace() {
  workspace = await buildWorkspace(database.db);
  sourceFileId = await buildSourceFile(database.db, workspace);
  await addMember(database.db, { workspaceId: workspace, userId: user.id, roles: ["editor"] });
}

interface Line {
  day: string;
  text: object | null;
  to?: string;
  content?: object;
  duplicateOf?: string;
}

async function storeLine({ day, text, to, content, duplicateOf }: Line) {
  sequence += 1;
  const occurredAt = new Date(`${day}T12:00:00Z`);
  await ensurePartitions(database.db, [occurredAt]);
  const place = { workspaceId: workspace, occurredAt, sourceFileId, sequence, generation: 0, ordinal: 0 };
  const eventId = `e${sequence}`;
  await database.db.insert(event).values({
    ...place,
    sessionId: "s",
    text: text && JSON.stringify(text),
    duplicateOf: duplicateOf ?? null,
    lineNumber: sequence,
    eventType: content ? "context_handoff" : "note",
    byteLength: 1,
    sha256: "00",
    hasContent: true,
  });
  if (to === undefined) return;
  const agents = { fromAgent: "a", toAgent: to };
  await database.db
    .insert(handoff)
    .values({ ...place, eventId, ...agents, kind: content ? "context" : "message" });
  if (content)
    await database.db.insert(handoffOutline).values({
      ...place,
      eventId,
      entries: [],
      isTruncated: false,
      content: JSON.stringify(content),
    });
}

function call() {
  const headers = { requestHeaders: new Headers(), responseHeaders: new Headers() };
  return createCallerFactory(appRouter)({ db: database.db, user, liveMark: "", ...headers }).policies.content;
}

const ANY = { from_agent_id: "*", to_agent_id: "*" };
// One ID for all: a draft may repeat it until it is published.
const RULES = [
  { ...ANY, rule_id: "r", detector: "email" as const, action: "redact" as const },
  { ...ANY, rule_id: "r", to_agent_id: "c", detector: "email" as const, action: "flag" as const },
  { ...ANY, rule_id: "r", detector: "pattern" as const, pattern: "(?=x)", action: "flag" as const },
];

async function search() {
  const { matches } = call();
  let found = NO_MATCHES;
  let page: Awaited<ReturnType<typeof matches>> | null = null;
  do {
    page = await matches({ workspace, rules: RULES, until: NOW, cursor: page?.next ?? null });
    found = addPage(found, page);
  } while (page.next !== null);
  return { found, done: page.done };
}

it("finds what rules match in the texts of 30 days, in pages, and returns none of the texts", async () => {
  await openWorkspace();
  await storeLine({ day: "2026-02-20", text: { say: "old@example.com" } });
  await storeLine({ day: "2026-03-10", text: { say: "ann@example.com" } });
  await storeLine({ day: "2026-03-11", text: { say: "ann@example.com" }, duplicateOf: "1:0:1:0" });
  await storeLine({ day: "2026-03-12", text: { say: "ann@example.com, ben@example.com" }, to: "b" });
  await storeLine({ day: "2026-03-13", text: {}, to: "c", content: { before: { x: "ann@example.com" } } });
  await storeLine({ day: "2026-03-14", text: { say: `ann@example.com ${"-".repeat(700_000)}` } });
  await storeLine({ day: "2026-03-15", text: { say: `ann@example.com ${"-".repeat(700_000)}` } });
  await storeLine({ day: "2026-03-16", text: { say: `ann@example.com ${"-".repeat(1_100_000)}` } });
  const { found, done } = await search();
  expect(done).toBe(1);
  expect(found).toMatchObject({ invalid: [2], textCount: 5, tooLongCount: 1 });
  expect([...found.rules.keys()].sort()).toEqual([0, 1]);
  expect(found.rules.get(0)).toMatchObject({
    matchCount: 6,
    handoffCount: 2,
    pairs: [
      { from: "a", to: "b", matchCount: 2 },
      { from: "a", to: "c", matchCount: 1 },
    ],
  });
  expect(
    found.rules.get(0)?.examples.map(({ occurredAt, count }) => [occurredAt.getUTCDate(), count]),
  ).toEqual([
    [15, 1],
    [14, 1],
    [13, 1],
    [12, 2],
    [10, 1],
  ]);
  expect(found.rules.get(1)).toMatchObject({ matchCount: 1, handoffCount: 1 });
  expect(JSON.stringify([...found.rules.values()])).not.toContain("example.com");
});

it("counts no text if none is stored", async () => {
  await openWorkspace();
  await storeLine({ day: "2026-03-10", text: null, to: "b" });
  expect((await search()).found).toMatchObject({ textCount: 0, tooLongCount: 0 });
});

it("finds secrets in a text, which a browser cannot", async () => {
  await openWorkspace();
  const secret = ["ghp", "1234567890abcdefghijABCDEFGHIJ123456"].join("_");
  const rules = [{ ...ANY, rule_id: "no_secrets", detector: "secret" as const, action: "redact" as const }];
  const given = { workspace, from: "a", to: "b", text: `use ${secret}` };
  expect(await call().check({ ...given, rules })).toMatchObject({
    text: "use [redacted: no_secrets]",
    isBlocked: false,
    failure: null,
  });
});
