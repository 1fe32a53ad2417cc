import { ensurePartitions } from "@baton/db";
import { compaction, handoff, messageUsage, session, workspace } from "@baton/db/schema";
import { createTestDatabase } from "@baton/db/test";
import { upsertPrice } from "@baton/db/write";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../test/run-command";

let database: Awaited<ReturnType<typeof createTestDatabase>>;

const WORKSPACE = { workspaceId: "w" };
const [MORNING, EVENING, NEXT_DAY] = [
  new Date("2026-03-01T08:00:00Z"),
  new Date("2026-03-01T20:00:00Z"),
  new Date("2026-03-02T01:30:00Z"),
] as const;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  const { db } = database;
  await db.insert(workspace).values([
    { ...WORKSPACE, name: "w" },
    { workspaceId: "empty", name: "empty" },
  ]);
  await ensurePartitions(db, [MORNING]);
  await db.insert(session).values([
    {
      ...WORKSPACE,
      sessionId: "s1",
      format: "claude-code",
      title: "Read the\nlog",
      startedAt: MORNING,
      lastEventAt: EVENING,
      eventCount: 12,
      handoffCount: 2,
      compactionCount: 1,
    },
    {
      ...WORKSPACE,
      sessionId: "s2",
      parentSessionId: "s1",
      format: "session",
      startedAt: NEXT_DAY,
      lastEventAt: NEXT_DAY,
    },
  ]);
  const call = (
    usageKey: string,
    sessionId: string,
    agent: string,
    model: string,
    occurredAt: Date,
    [inputTokens, cacheCreationTokens, cacheReadTokens, outputTokens]: readonly [
      number,
      number,
      number,
      number,
    ],
  ) => ({
    ...WORKSPACE,
    usageKey,
    sessionId,
    agent,
    model,
    occurredAt,
    countedAt: occurredAt,
    sourceFileId: 1,
    generation: 0,
    sequence: 0,
    inputTokens,
    cacheCreationTokens,
    cacheReadTokens,
    outputTokens,
  });
  await db
    .insert(messageUsage)
    .values([
      call("1", "s1", "main", "large", MORNING, [1_000, 200, 30_000, 40]),
      call("2", "s1", "main", "large", EVENING, [2_000, 0, 31_000, 50]),
      call("3", "s1", "explore", "small", EVENING, [5, 0, 0, 7]),
      call("4", "s2", "main", "small", NEXT_DAY, [9, 8, 7, 6]),
    ]);
  const place = { ...WORKSPACE, sourceFileId: 1, generation: 0, ordinal: 0 };
  await db.insert(handoff).values([
    {
      ...place,
      sequence: 1,
      eventId: "call",
      sessionId: "s1",
      occurredAt: MORNING,
      kind: "delegation",
      fromAgent: "main",
      toAgent: "探索",
      beforeTokens: 31_200,
      afterTokens: 120,
    },
    {
      ...place,
      sequence: 2,
      eventId: "answer",
      sessionId: "s1",
      occurredAt: EVENING,
      kind: "return",
      fromAgent: "探索",
      toAgent: "main\u202e",
      beforeTokens: null,
      afterTokens: 60,
    },
  ]);
  await db.insert(compaction).values({
    ...place,
    sequence: 3,
    eventId: "c",
    sessionId: "s1",
    agent: "main",
    trigger: "auto",
    occurredAt: EVENING,
    beforeTokens: 167_432,
    afterTokens: 9_200,
  });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
});

async function list(...words: string[]): Promise<unknown> {
  const { exitCode, stdout, stderr } = await runCommand(...words, "--workspace", "w", "--json");
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe("baton sessions", () => {
  it("lists each session with its counts and the tokens of its calls", async () => {
    expect(await list("sessions")).toEqual([
      {
        session_id: "s1",
        parent_session_id: null,
        title: "Read the\nlog",
        workflow_id: null,
        format: "claude-code",
        started_at: "2026-03-01T08:00:00.000Z",
        last_event_at: "2026-03-01T20:00:00.000Z",
        agent: null,
        model: null,
        events: 12,
        errors: 0,
        handoffs: 2,
        compactions: 1,
        calls: 3,
        input_tokens: 3_005,
        cache_write_tokens: 200,
        cache_read_tokens: 61_000,
        output_tokens: 97,
      },
      expect.objectContaining({
        session_id: "s2",
        parent_session_id: "s1",
        agent: "main",
        model: "small",
        calls: 1,
        output_tokens: 6,
      }),
    ]);
  });

  it("prints a table with numbers aligned right, without empty columns", async () => {
    const { exitCode, stdout } = await runCommand("sessions", "--workspace", "w");
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      [
        "session  parent  title         last event (UTC)     events  errors  handoffs  compactions  calls  input  cache write  cache read  output",
        "───────  ──────  ────────────  ───────────────────  ──────  ──────  ────────  ───────────  ─────  ─────  ───────────  ──────────  ──────",
        "s1       –       Read the log  2026-03-01 20:00:00      12       0         2            1      3  3,005          200      61,000      97",
        "s2       s1      –             2026-03-02 01:30:00       0       0         0            0      1      9            8           7       6",
        "",
      ].join("\n"),
    );
  });

  it("prints the newest rows up to a limit, and reports that there are more", async () => {
    const { stdout, stderr } = await runCommand("sessions", "--workspace", "w", "--limit", "1");
    expect(stdout).toContain("\ns2 ");
    expect(stdout).not.toContain("\ns1 ");
    expect(stderr).toBe("Shows the newest 1 sessions. Use --limit to show more.\n");
    expect(await list("sessions", "--limit", "1")).toMatchObject([{ session_id: "s2" }]);
  });
});

describe("baton handoffs", () => {
  it("lists handoffs of every kind in chronological order", async () => {
    expect(await list("handoffs")).toEqual([
      {
        occurred_at: "2026-03-01T08:00:00.000Z",
        session_id: "s1",
        kind: "delegation",
        from: "main",
        to: "探索",
        before_tokens: 31_200,
        after_tokens: 120,
        rule_id: null,
        event_id: "call",
      },
      expect.objectContaining({ kind: "return", from: "探索", before_tokens: null, after_tokens: 60 }),
    ]);
  });

  it("aligns wide letters, and escapes characters that change the text direction", async () => {
    const { stdout } = await runCommand("handoffs", "--workspace", "w");
    expect(stdout.split("\n").slice(2)).toEqual([
      "2026-03-01 08:00:00  s1       delegation  main  探索        31,200    120",
      "2026-03-01 20:00:00  s1       return      探索  main\\u202e       –     60",
      "",
    ]);
  });

  it("filters by start time and session", async () => {
    expect(await list("handoffs", "--since", "2026-03-01T12:00:00Z")).toMatchObject([{ kind: "return" }]);
    expect(await list("handoffs", "--session", "s2")).toEqual([]);
  });
});

describe("baton compactions", () => {
  it("lists compactions with their sizes and triggers", async () => {
    expect(await list("compactions")).toEqual([
      {
        occurred_at: "2026-03-01T20:00:00.000Z",
        session_id: "s1",
        agent: "main",
        trigger: "auto",
        before_tokens: 167_432,
        after_tokens: 9_200,
        event_id: "c",
      },
    ]);
  });
});

describe("baton usage", () => {
  it("sums calls by session, agent and model", async () => {
    expect(await list("usage", "--session", "s1")).toEqual([
      {
        day: "2026-03-01",
        month: "2026-03",
        session_id: "s1",
        parent_session_id: null,
        agent: "main",
        model: "large",
        person: null,
        folder: null,
        repository: null,
        branch: null,
        calls: 2,
        input_tokens: 3_000,
        cache_write_tokens: 200,
        cache_read_tokens: 61_000,
        output_tokens: 90,
        dollars: null,
        unpriced_tokens: 64_290,
      },
      expect.objectContaining({
        agent: "explore",
        model: "small",
        calls: 1,
        input_tokens: 5,
        output_tokens: 7,
      }),
    ]);
  });

  it.each([
    [
      "session",
      [
        { session_id: "s1", agent: null, calls: 3 },
        { session_id: "s2", agent: "main", calls: 1 },
      ],
    ],
    [
      "agent",
      [
        { agent: "main", session_id: null, calls: 3 },
        { agent: "explore", session_id: "s1", calls: 1 },
      ],
    ],
    [
      "model",
      [
        { model: "large", calls: 2, output_tokens: 90 },
        { model: "small", calls: 2, output_tokens: 13 },
      ],
    ],
    [
      "day",
      [
        { day: "2026-03-01", calls: 3 },
        { day: "2026-03-02", calls: 1 },
      ],
    ],
    ["month", [{ month: "2026-03", day: null, calls: 4 }]],
    [
      "day,agent",
      [
        { day: "2026-03-01", agent: "main", calls: 2 },
        { day: "2026-03-01", agent: "explore", calls: 1 },
        { day: "2026-03-02", agent: "main", calls: 1 },
      ],
    ],
  ])("groups by %s, and prints values that all calls of a group share", async (by, rows) => {
    expect(await list("usage", "--by", by)).toMatchObject(rows);
  });

  it("ends the table with the total of its rows", async () => {
    const { stdout } = await runCommand("usage", "--workspace", "w", "--by", "day");
    expect(stdout.split("\n").slice(2)).toEqual([
      "2026-03-01      3  3,005          200      61,000      97",
      "2026-03-02      1      9            8           7       6",
      "──────────  ─────  ─────  ───────────  ──────────  ──────",
      "                4  3,014          208      61,007     103",
      "",
    ]);
  });

  it("adds up what calls cost at the prices of the workspace", async () => {
    await upsertPrice(database.db, {
      ...WORKSPACE,
      model: "large",
      effectiveFrom: "2026-01-01",
      inputPrice: 5_000,
      outputPrice: 0,
      cacheReadPrice: 0,
      cacheWritePrice: 0,
      cacheWrite1hPrice: 0,
      longContext: null,
      contextWindow: null,
      setBy: "t",
    });
    expect(await list("usage", "--by", "month")).toMatchObject([{ dollars: 15, unpriced_tokens: 42 }]);
    const { stdout } = await runCommand("usage", "--workspace", "w", "--by", "model");
    expect(stdout).toContain("$15.00");
  });
});

describe("commands that list records", () => {
  it.each(["sessions", "handoffs", "compactions", "usage"])(
    "%s explains what to do in an empty workspace",
    async (name) => {
      const { exitCode, stdout } = await runCommand(name, "--workspace", "empty");
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(
        /^No [a-z ]+ in the workspace “empty”\. Read files with “baton ingest PATH --workspace empty”\.\n$/,
      );
      expect(JSON.parse((await runCommand(name, "--workspace", "empty", "--json")).stdout)).toEqual([]);
    },
  );

  it("name the session and the period in an empty result", async () => {
    const { stdout } = await runCommand(
      "compactions",
      "--workspace",
      "w",
      "--session",
      "s2",
      "--since",
      "2026-03-01",
    );
    expect(stdout).toBe("No compactions in the session “s2” since 2026-03-01 00:00 UTC.\n");
  });

  it.each([
    [["--workspace", "nowhere"], "Workspace “nowhere” not found"],
    [["--workspace", "w", "--session", "s9"], "“baton sessions --workspace w” to list sessions"],
    [["--since", "yesterday"], "Write a duration"],
    [["--limit", "0"], "a whole number from 1"],
  ])("reject %j", async (words, message) => {
    const { exitCode, stdout, stderr } = await runCommand("handoffs", ...words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("name the command that reads files into an empty database", async () => {
    const { exitCode, stderr } = await runCommand("usage");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /No files were read into the workspace “default” yet.*baton ingest PATH.*~\/\.claude/,
    );
  });

  it("reject an unknown group", async () => {
    const { exitCode, stderr } = await runCommand("usage", "--by", "agent,color");
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      "Choose from session, agent, model, day, month, person, folder, repository, branch.",
    );
  });
});
