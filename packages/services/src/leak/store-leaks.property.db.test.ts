import { compilePolicy, type OutlineEntry, parsePolicy } from "@baton/core";
import { groupBy } from "@baton/core/internal";
import { readSessionEvent } from "@baton/core/session";
import { sizeOfRun } from "@baton/core/test/soak";
import { ensurePartitions } from "@baton/db";
import { blockMark, leak, leakSearch, session } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { buildSourceFile, buildWorkspace } from "@baton/db/test/factories";
import { deleteLines } from "@baton/db/write";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { storeLines } from "../line/store-lines";
import { checkWaitingHandoffs } from "../violation/check-waiting-handoffs";
import { searchLeaks } from "./search-leaks";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const START = Date.UTC(2026, 2, 10, 12);
/** Names that the policy blocks, by pair. */
const BLOCKED: Record<string, string> = { "a b": "ssn", "c b": "notes", "a c": "notes" };
const parsed = parsePolicy({
  multi_agent_handoffs: {
    default_handoff_mode: "full",
    agent_handoff_rules: Object.entries(BLOCKED).map(([pair, name]) => {
      const [from_agent_id, to_agent_id] = pair.split(" ");
      return { from_agent_id, to_agent_id, handoff_mode: "full", blocked_context_fields: [name] };
    }),
  },
});
if (!parsed.ok) throw new Error("the policy is well formed");
const POLICY = compilePolicy(parsed);

interface Leaf {
  path: string;
  outcome: "passed" | "blocked" | "not_allowed" | "mode" | "summarized";
  hasDigest: boolean;
}
interface Made {
  session: "s1" | "s2" | "s3";
  from: string;
  to: string;
  minute: number;
  isObserved: boolean;
  leaves: Leaf[];
}
/** A handoff and its position. */
interface Placed extends Made {
  id: string;
  file: number;
  sequence: number;
}

const agent = fc.constantFrom("a", "b", "c");
const leaf = fc.record({
  path: fc.constantFrom(
    "a.ssn",
    "a.ssn.deep",
    "a.x[].ssn",
    "c.ssn",
    "c.notes",
    "a.notes",
    "observations[].SSN",
  ),
  outcome: fc.constantFrom("passed", "passed", "blocked", "not_allowed", "mode", "summarized"),
  hasDigest: fc.boolean(),
});
const made: fc.Arbitrary<Made> = fc.record({
  session: fc.constantFrom("s1", "s1", "s2", "s3"),
  from: agent,
  to: agent,
  minute: fc.nat({ max: 4 }),
  isObserved: fc.nat({ max: 4 }).map((one) => one === 0),
  leaves: fc.uniqueArray(leaf, { selector: ({ path }) => path, maxLength: 3 }),
});
const scenario = fc.record({
  made: fc.array(made, { minLength: 1, maxLength: 12 }),
  /** Sort keys, which determine the file and batch of each handoff. */
  order: fc.array(fc.nat({ max: 1_000 }), { minLength: 12, maxLength: 12 }),
  policyBatch: fc.nat({ max: 5 }),
  /** The batches before which s2 becomes a child of s1, and s3 one of s2; never for the last number. */
  links: fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })),
  isReplayed: fc.boolean(),
  erased: fc.option(fc.nat({ max: 11 })),
});

const nameIn = (path: string) => (path.toLowerCase().includes("ssn") ? "ssn" : "notes");
const digestOf = ({ path, hasDigest }: Leaf) => (hasDigest ? `digest of ${nameIn(path)}` : undefined);

function toEntry(one: Leaf): OutlineEntry {
  const { path, outcome } = one;
  const digest = digestOf(one);
  return {
    path,
    tokens: 7,
    ...(outcome !== "passed" && { after: 0, cause: outcome }),
    ...(digest && { digest }),
  };
}

function toEvent({ id, session: session_id, from, to, minute, isObserved, leaves }: Placed) {
  const summary = {
    prior_outputs_count: 1,
    observations_count: 0,
    agents_included: ["a", "c"],
    total_tokens: 50,
  };
  return {
    event_type: "context_handoff",
    event_id: id,
    session_id,
    from_agent_id: from,
    to_agent_id: to,
    timestamp: new Date(START + minute * 60_000).toISOString(),
    handoff_mode: "full",
    policy_version: POLICY.version,
    scoping_state: isObserved ? "observed" : "scoped",
    context_before_scoping: summary,
    context_after_scoping: summary,
    tokens_saved: 0,
    tokens_saved_percentage: 0,
    outline: leaves.map(toEntry),
  };
}

const SEEN = {
  event_type: "policy_seen",
  session_id: "s0",
  timestamp: new Date(START).toISOString(),
  policy_version: POLICY.version,
  policy: POLICY.section,
  switch: POLICY.switch,
};

interface WrittenEvent {
  event: object;
  sessionId: string;
  parentSessionId?: string;
  at: number;
  file: number;
  sequence: number;
}

async function write(workspaceId: string, events: readonly WrittenEvent[]): Promise<void> {
  const lines = events.map(
    ({ event, sessionId, parentSessionId = null, at, file: sourceFileId, sequence }) => {
      const read = readSessionEvent(event);
      if (!read.ok) throw new Error(read.problem.message);
      const { record } = read;
      const resolved = {
        sourceFileId,
        generation: 0,
        sequence,
        ordinal: 0,
        eventId: record.identity ?? `${sequence}`,
        occurredAt: new Date(at),
        sessionId,
        record: { ...record, parentSessionId },
      };
      const text = JSON.stringify(event);
      return {
        lineNumber: sequence + 1,
        text,
        byteLength: text.length,
        sha256: "00",
        maskedSecretCount: 0,
        records: [resolved] as const,
      };
    },
  );
  await database.db.transaction((tx) =>
    storeLines(tx, { workspaceId, format: "session", hasContent: true, lines, quarantined: [], shapes: [] }),
  );
}

const timeOf = ({ minute }: Made) => START + minute * 60_000;
/** Writes handoffs in one batch per file. */
async function writeHandoffs(workspaceId: string, handoffs: readonly Placed[]): Promise<void> {
  for (const some of groupBy(handoffs, ({ file }) => file).values()) {
    const events = some.map((one) => ({
      ...one,
      event: toEvent(one),
      sessionId: one.session,
      at: timeOf(one),
    }));
    await write(workspaceId, events);
  }
}

async function settle(): Promise<void> {
  while ((await checkWaitingHandoffs(database.db, { limit: 3 })) > 0);
  while ((await searchLeaks(database.db)) !== null);
}

const rootOf = (path: string) => path.split(/[.[]/)[0] ?? "";
const isOutput = (path: string) => ["a", "c"].includes(rootOf(path));

/**
 * Finds leaks by their definition: compares each passed leaf with each earlier block of the same family.
 *
 * @param familyOf names the family of a session.
 */
function modelLeaks(handoffs: readonly Placed[], familyOf: (session: string) => string): string[] {
  const sorted = [...handoffs].sort(
    (x, y) => x.minute - y.minute || x.file - y.file || x.sequence - y.sequence,
  );
  const isOwn = (to: string, path: string) => isOutput(path) && rootOf(path) === to;
  const blockOf = ({ from, to, isObserved }: Placed, { path }: Leaf): string | null => {
    // A rule for the agent that wrote an output also applies to handoffs of other agents.
    const senders = isOutput(path) ? [from, rootOf(path)] : [from];
    const isBlocked = senders.some((sender) => BLOCKED[`${sender} ${to}`] === nameIn(path));
    if (isObserved || isOwn(to, path) || !isBlocked) return null;
    return path === "a.ssn.deep" ? "a.ssn" : path;
  };
  const found = new Map<string, { best: number; by: string; block: string; paths: string[] }>();
  for (const [index, handoff] of sorted.entries()) {
    for (const passed of handoff.leaves) {
      const hasIt = handoff.isObserved || ["passed", "summarized"].includes(passed.outcome);
      if (!hasIt || isOwn(handoff.to, passed.path)) continue;
      for (const earlier of sorted.slice(0, index + 1)) {
        if (earlier.to !== handoff.to || familyOf(earlier.session) !== familyOf(handoff.session)) continue;
        for (const one of earlier.leaves) {
          const block = blockOf(earlier, one);
          if (block === null) continue;
          const isRemoved = one.outcome !== "passed" && one.outcome !== "summarized";
          if (earlier === handoff && !isRemoved) continue;
          const isSame = passed.path === block || passed.path.startsWith(`${block}.`);
          const isCopy = digestOf(one) !== undefined && digestOf(one) === digestOf(passed);
          const isNamed =
            nameIn(one.path) === nameIn(passed.path) &&
            isOutput(passed.path) &&
            rootOf(passed.path) !== rootOf(one.path);
          if (!isSame && !isCopy && !isNamed) continue;
          const [best, by] = isSame ? [0, "same_field"] : isCopy ? [1, "same_text"] : [2, "same_name"];
          const key = `${handoff.id} ${nameIn(one.path)}`;
          const known = found.get(key);
          const paths = known?.paths ?? [];
          if (!paths.includes(passed.path)) paths.push(passed.path);
          if (!known) found.set(key, { best, by, block: earlier.id, paths });
          else if (best < known.best) Object.assign(known, { best, by });
          // Keep the earliest block.
          const first = found.get(key);
          const order = (id: string) => sorted.findIndex((other) => other.id === id);
          if (first && order(earlier.id) < order(first.block)) first.block = earlier.id;
        }
      }
    }
  }
  return [...found].map(([key, { by, block, paths }]) => `${key} ${by} ${block} ${paths.join()}`).sort();
}

async function storedLeaks(workspaceId: string): Promise<string[]> {
  const rows = await database.db.select().from(leak).where(eq(leak.workspaceId, workspaceId));
  return rows
    .map(({ eventId, name, evidence, blockedEventId, places }) =>
      [eventId, name, evidence, blockedEventId, places.map(({ path }) => path).join()].join(" "),
    )
    .sort();
}

async function countBySession(workspaceId: string): Promise<[string, number][]> {
  const rows = await database.db.select().from(session).where(eq(session.workspaceId, workspaceId));
  return rows
    .filter(({ leakCount }) => leakCount > 0)
    .map(({ sessionId, leakCount }): [string, number] => [sessionId, leakCount])
    .sort();
}

it(
  "leaks are stored as defined for any order of files and batches, across linked sessions, with replays, erasures and a late policy",
  async () => {
    let leaky = 0;
    let acrossSessions = 0;
    await ensurePartitions(database.db, [new Date(START)]);
    await fc.assert(
      fc.asyncProperty(
        scenario,
        async ({ made: handoffs, order, policyBatch, links, isReplayed, erased }) => {
          const workspaceId = await buildWorkspace(database.db);
          const files = [
            await buildSourceFile(database.db, workspaceId),
            await buildSourceFile(database.db, workspaceId),
          ];
          const placed = handoffs.map((one, index) => {
            const file = files[(order[index] ?? 0) % 2] ?? 0;
            return { ...one, id: `e${index}`, file, sequence: index };
          });
          const shuffled = placed
            .map((one, index) => ({ one, key: order[index] ?? 0 }))
            .sort((x, y) => x.key - y.key)
            .map(({ one }) => one);
          const batches = [0, 1, 2, 3].map((batch) => shuffled.slice(batch * 3, batch * 3 + 3));
          const link = (index: number, child: number) =>
            write(workspaceId, [
              {
                event: { ...SEEN, policy_version: `${child}`.repeat(64) },
                sessionId: `s${child + 2}`,
                parentSessionId: `s${child + 1}`,
                at: START,
                file: files[0] ?? 0,
                sequence: 80 + 2 * index + child,
              },
            ]);
          for (const [index, batch] of batches.entries()) {
            if (index === policyBatch) {
              await write(workspaceId, [
                { event: SEEN, sessionId: "s0", at: START, file: files[0] ?? 0, sequence: 90 },
              ]);
            }
            for (const [child, linkBatch] of links.entries()) {
              if (index === linkBatch) await link(index, child);
            }
            await writeHandoffs(workspaceId, batch);
            // The same lines in a copy of the file.
            const copies = shuffled.slice(0, isReplayed ? index * 3 : 0);
            await writeHandoffs(
              workspaceId,
              copies.map((one) => ({ ...one, sequence: one.sequence + 100 * (index + 1) })),
            );
          }
          for (const [child, linkBatch] of links.entries()) if (linkBatch === 4) await link(4, child);
          const familyOf = (id: string): string => {
            const child = Number(id.slice(1)) - 2;
            return child >= 0 && (links[child] ?? 5) < 5 ? familyOf(`s${child + 1}`) : id;
          };
          // Without its policy, a handoff blocks the fields that it recorded as blocked.
          if (policyBatch > 3) {
            await write(workspaceId, [
              { event: SEEN, sessionId: "s0", at: START, file: files[0] ?? 0, sequence: 90 },
            ]);
          }
          const gone = erased === null ? undefined : placed[erased];
          if (gone) {
            await database.db.transaction((tx) =>
              deleteLines(tx, {
                workspaceId,
                lines: [
                  {
                    sourceFileId: gone.file,
                    generation: 0,
                    sequence: gone.sequence,
                    lineNumber: gone.sequence + 1,
                  },
                ],
                cause: "erased",
                keepsTotals: false,
              }),
            );
          }
          await settle();
          const expected = modelLeaks(
            placed.filter((one) => one !== gone),
            familyOf,
          );
          leaky += expected.length > 0 ? 1 : 0;
          const sessionOf = (id = "") => placed.find((one) => one.id === id)?.session;
          acrossSessions += expected.filter((one) => {
            const [id, , , block] = one.split(" ");
            return sessionOf(id) !== sessionOf(block);
          }).length;
          expect(await storedLeaks(workspaceId)).toEqual(expected);
          const bySession = groupBy(
            expected,
            (one) => placed.find(({ id }) => id === one.split(" ")[0])?.session,
          );
          expect(await countBySession(workspaceId)).toEqual(
            [...bySession].map(([id, some]) => [id, some.length]).sort(),
          );
        },
      ),
      { numRuns: sizeOfRun({ suite: 50, soak: 5_000 }), endOnFailure: true },
    );
    expect(leaky).toBeGreaterThan(10);
    expect(acrossSessions).toBeGreaterThan(10);
  },
  sizeOfRun({ suite: 120_000, soak: 3_600_000 }),
);

it("searchLeaks searches a large session in bounded steps if its first block arrives last", async () => {
  const workspaceId = await buildWorkspace(database.db);
  const file = await buildSourceFile(database.db, workspaceId);
  await ensurePartitions(database.db, [new Date(START)]);
  const passing = Array.from(
    { length: 450 },
    (_, sequence): Placed => ({
      session: "s1",
      from: "c",
      to: "b",
      minute: 1,
      isObserved: false,
      leaves: [{ path: "c.ssn", outcome: "passed", hasDigest: false }],
      id: `p${sequence}`,
      file,
      sequence,
    }),
  );
  const seen = { event: SEEN, sessionId: "s0", at: START, file, sequence: 1_000 };
  await write(workspaceId, [seen]);
  await writeHandoffs(workspaceId, passing);
  expect((await storedLeaks(workspaceId)).length).toBe(0);
  const block: Leaf = { path: "a.ssn", outcome: "not_allowed", hasDigest: false };
  const first = { ...passing[0], from: "a", minute: 0, leaves: [block], id: "block", sequence: 900 };
  await writeHandoffs(workspaceId, [{ ...first, session: "s1", to: "b", isObserved: false, file }]);
  expect((await storedLeaks(workspaceId)).length).toBe(200);
  await settle();
  expect((await storedLeaks(workspaceId)).length).toBe(450);
  expect(await countBySession(workspaceId)).toEqual([["s1", 450]]);
  expect(await database.db.select().from(leakSearch).where(eq(leakSearch.workspaceId, workspaceId))).toEqual(
    [],
  );
  const marks = await database.db.select().from(blockMark).where(eq(blockMark.workspaceId, workspaceId));
  expect(marks.length).toBe(2);
});
