import { join } from "node:path";
import {
  AgentContextHub,
  collectTaskAttempts,
  compressTaskHandoff,
  measureTasks,
  type TaskEvent,
  type TaskHandoff,
  TaskLifecycle,
} from "@baton/core/task";
import {
  getSession,
  getTask,
  getTaskFacets,
  getTaskMetrics,
  listPairKinds,
  listSessionHandoffs,
  listTasks,
  type TaskSort,
} from "@baton/db";
import { createTestDatabase } from "@baton/db/test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { append, count, createFolder, put } from "../../test/scratch";
import { createContext } from "./create-context";
import { ingestBatch } from "./ingest-batch";
import { ingestPaths } from "./ingest-paths";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: Awaited<ReturnType<typeof createFolder>>;
let workspaceId: string;
let events: TaskEvent[];
let serial = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await createFolder();
  serial += 1;
  workspaceId = `w${serial}`;
  events = [];
});
afterEach(() => folder.remove());

const SECRET = ["ghp", "x7Kq9LmN2pRs4TuVwYzA1bCdE3fGhJ5kL8n2"].join("_");
const START = Date.UTC(2026, 2, 1, 10);
const RANGE = { start: new Date("2026-03-01"), end: new Date("2026-03-02"), timeZone: "UTC" };

const handoff = (fields: Partial<TaskHandoff> = {}): TaskHandoff => ({
  taskId: "pager",
  fromAgent: "lead",
  toAgent: "coder",
  taskName: "Page the list",
  taskDescription: "Return one page of claims",
  tokenBudget: 1_000,
  interfaces: { Page: "interface Page {\n  /** From 1. */\n  number: number;\n}" },
  dependencies: ["src/pager.ts"],
  criticalNotes: ["Pages count from 1"],
  testRequirements: [],
  ...fields,
});

const response = (fields: Record<string, unknown> = {}) => ({
  taskId: "pager",
  agentType: "coder",
  status: "success",
  filesModified: [],
  filesCreated: [],
  interfaces: { Pager: "interface Pager { next(): Page }" },
  exports: ["Pager"],
  tests: [],
  tokenUsage: 700,
  executionTime: 60_000,
  warnings: [],
  ...fields,
});

/** One task from start to end, or until it is rejected. Its events are one second apart. */
function live(document: TaskHandoff, answer: object | null = response({ taskId: document.taskId })): void {
  const lifecycle = new TaskLifecycle({
    sessionId: "s1",
    now: () => START + events.length * 1_000,
    newId: () => crypto.randomUUID(),
    record: (event) => events.push(event),
  });
  const { handoff: compressed, compression } = compressTaskHandoff(document, { projectRoot: "/p" });
  lifecycle.create(compressed, compression);
  if (lifecycle.validate().some(({ severity }) => severity === "error")) return;
  lifecycle.estimate(500);
  lifecycle.send();
  if (answer === null) return;
  lifecycle.respond(answer);
  lifecycle.validateResponse();
  lifecycle.updateHub(new AgentContextHub());
}

const write = () =>
  put(join(folder.path, "sessions/s1.jsonl"), events.map((event) => `${JSON.stringify(event)}\n`).join(""));
const ingest = (storesContent = true) =>
  ingestPaths({ db: database.db, workspaceId, paths: [folder.path], storesContent });
const list = async (query: Omit<Parameters<typeof listTasks>[1], "workspaceId" | "limit"> = {}) =>
  (await listTasks(database.db, { workspaceId, limit: 50, ...query })).tasks;

/** Adds a reworked task, a refused one, one without a response, and two without attempt IDs. */
function liveManyLives(): void {
  live(handoff());
  live(handoff({ criticalNotes: ["Pages count from 0"] }), response({ tokenUsage: 4_000 }));
  live(handoff({ taskId: "refused", tokenBudget: 100, priority: "high" }));
  live(handoff({ taskId: "waits", priority: "low", deadline: "2026-05-01" }), null);
  live(
    handoff({
      taskId: "large",
      taskName: "Read all of it",
      deadline: "2026-04-01T12:00:00Z",
      interfaces: words(300),
    }),
  );
  const at = (offset: number) => new Date(START + (events.length + offset) * 1_000).toISOString();
  events.push(
    { event_type: "task_handoff", timestamp: at(0), handoff: handoff({ taskId: "bare" }) },
    {
      event_type: "task_response",
      timestamp: at(0),
      response: Object.assign(handoffless(), { taskId: "bare" }),
    },
  );
  events.push({ event_type: "task_response", timestamp: at(0), response: handoffless() });
}

const handoffless = () => ({
  ...response(),
  status: "blocked" as const,
  blockers: ["No database"],
  taskId: "alone",
});
const words = (count: number) => ({ Long: `interface Long { ${"a: string; ".repeat(count)} }` });

describe("task handoffs", () => {
  it("have the metrics that core computes for their events, for any batches of the file", async () => {
    liveManyLives();
    const path = await write();
    const { files } = await ingest();
    expect(files[0]).toMatchObject({ eventCount: events.length, quarantinedCount: 0 });
    const metrics = measureTasks(collectTaskAttempts(events));
    expect(metrics).toMatchObject({ handoffs: 7, rejected: { part: 1 }, reworked: { part: 1 } });
    expect(await getTaskMetrics(database.db, { workspaceId })).toEqual(metrics);

    const [whole, wholeWorkspace] = [await list(), workspaceId];
    workspaceId = `${wholeWorkspace}-in-batches`;
    await put(path, "");
    await ingest();
    for (const event of events) {
      await append(path, event);
      await ingest();
    }
    expect(await getTaskMetrics(database.db, { workspaceId })).toEqual(metrics);
    expect((await list()).map(withoutIds)).toEqual(whole.map(withoutIds));
  });

  it("are stored once if the same file is read again", async () => {
    liveManyLives();
    await write();
    await ingest();
    const before = await list();
    await put(
      join(folder.path, "sessions/copy.jsonl"),
      events
        .slice(0, 20)
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(""),
    );
    const { files } = await ingest();
    expect(files.find(({ path }) => path.endsWith("copy.jsonl"))).toMatchObject({ duplicateCount: 20 });
    expect(await list()).toEqual(before);
    expect(await count(database.db, `task_step where workspace_id = '${workspaceId}'`)).toBe(events.length);
  });

  it("stay complete when a batch is rolled back and read again", async () => {
    liveManyLives();
    const path = await write();
    await put(path, "");
    await ingest();
    await put(path, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
    const [file] = (
      await database.db.execute<{ id: string }>(
        `select source_file_id as id from source_file where workspace_id = '${workspaceId}'`,
      )
    ).rows;
    const context = createContext({ db: database.db, storesContent: true, batchBytes: 4_000 });
    await expect(
      database.db.transaction(async (tx) => {
        await ingestBatch({ ...context, db: tx }, { workspaceId, sourceFileId: Number(file?.id) });
        throw new Error("killed");
      }),
    ).rejects.toThrow("killed");
    expect(await list()).toEqual([]);
    await ingest();
    const metrics = measureTasks(collectTaskAttempts(events));
    expect(await getTaskMetrics(database.db, { workspaceId })).toEqual(metrics);
  });

  it("are returned with their steps, and with other handoffs of the same task", async () => {
    liveManyLives();
    await write();
    await ingest();
    const [, again] = (await list({ filter: { search: "pager" } })).toReversed();
    expect(again).toMatchObject({
      earlierCount: 1,
      isAccepted: true,
      isAnswerAccepted: true,
      actualTokens: 4_000,
    });
    const task = await getTask(database.db, { workspaceId, attemptId: again?.attemptId ?? "" });
    expect(task?.steps.map(({ step }) => step)).toEqual([
      "create",
      "validate",
      "estimate",
      "send",
      "respond",
      "validate_response",
      "update_hub",
    ]);
    expect(task?.steps.at(-2)).toMatchObject({ isAccepted: true, findings: [{ code: "token_overrun" }] });
    expect(task?.otherAttempts).toMatchObject([{ taskId: "pager", earlierCount: 0, isAnswerAccepted: true }]);
    expect(JSON.parse(task?.attempt.handoffText ?? "")).toMatchObject({
      criticalNotes: ["Pages count from 0"],
    });
    expect(await getTask(database.db, { workspaceId, attemptId: "none" })).toBeNull();
  });

  it("are returned with a limit on long names, findings and lists", async () => {
    live(handoff());
    const names = Array.from({ length: 500 }, (_, index) => `${index} ${"n".repeat(2_000)}`);
    const found = { code: "c", severity: "error", path: "/p" };
    for (const event of events) {
      if (event.event_type === "task_response" && event.step === "update_hub") {
        Object.assign(event, { added_interfaces: names, conflicting_interfaces: names });
      }
      if (event.event_type === "task_handoff" && event.step === "validate") {
        Object.assign(event, { findings: [...Array(150).fill(found), { ...found, severity: "warning" }] });
      }
      if (event.event_type === "task_handoff" && event.handoff) {
        Object.assign(event.handoff, { criticalNotes: ["n".repeat(300_000)] });
      }
    }
    await write();
    await ingest();
    const [listed] = await list();
    expect(listed).toMatchObject({ errorCount: 150, warningCount: 1 });
    expect(JSON.stringify(listed).length).toBeLessThan(2_000);
    const { attempt, steps = [] } =
      (await getTask(database.db, { workspaceId, attemptId: listed?.attemptId ?? "" })) ?? {};
    expect(attempt).toMatchObject({ isHandoffStored: true, handoffText: null, isResponseStored: true });
    expect(attempt?.responseText).toContain("Pager");
    expect(steps[1]?.findings).toHaveLength(20);
    expect(steps[1]).toMatchObject({ step: "validate", findingCount: 151 });
    expect(steps.at(-1)).toMatchObject({ addedCount: 500, conflictingCount: 500 });
    expect(steps.at(-1)?.addedInterfaces).toEqual(names.slice(0, 20).map((name) => name.slice(0, 200)));
    expect(JSON.stringify(steps).length).toBeLessThan(20_000);
  });

  it("can be filtered, and are sorted across pages", async () => {
    liveManyLives();
    await write();
    await ingest();
    const ids = async (filter: Parameters<typeof listTasks>[1]["filter"]) =>
      (await list({ filter: filter ?? {} })).map(({ taskId }) => taskId);
    expect(await ids({ verdict: "rejected" })).toEqual(["refused"]);
    expect(await ids({ isOverTarget: true })).toEqual(["large"]);
    expect(await ids({ isReworked: true })).toEqual(["pager", "pager"]);
    expect(await ids({ status: "unanswered" })).toEqual(["waits", "refused"]);
    expect(await ids({ status: "blocked" })).toEqual(["alone", "bare"]);
    expect(await ids({ priority: "low" })).toEqual(["waits"]);
    expect(await ids({ finding: "token_overrun" })).toEqual(["pager"]);
    expect(await ids({ search: "read ALL" })).toEqual(["large"]);
    expect(await ids({ agent: "lead", end: new Date(START + 5_000) })).toEqual(["pager"]);
    expect(await ids({ sessionId: "s2" })).toEqual([]);
    expect(await getTaskFacets(database.db, { workspaceId })).toEqual({
      agents: { names: ["coder", "lead"], count: 2 },
      codes: { names: ["handoff_over_target", "token_budget_out_of_range", "token_overrun"], count: 3 },
    });
    const first: Record<TaskSort, string[]> = {
      recent: ["alone", "bare", "large"],
      size: ["large"],
      deadline: ["large", "waits"],
      priority: ["refused", "waits"],
    };
    for (const sort of ["recent", "size", "deadline", "priority"] as const) {
      const paged: (string | null)[] = [];
      let cursor: Parameters<typeof listTasks>[1]["cursor"];
      do {
        const page = await listTasks(database.db, { workspaceId, sort, cursor, limit: 2 });
        paged.push(...page.tasks.map(({ attemptId }) => attemptId));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      const listed = await list({ sort });
      expect(paged, sort).toEqual(listed.map(({ attemptId }) => attemptId));
      expect(
        listed.slice(0, first[sort].length).map(({ taskId }) => taskId),
        sort,
      ).toEqual(first[sort]);
    }
  });

  it("contain no secret, and neither name nor document if content storage is off", async () => {
    live(handoff({ taskName: `Use ${SECRET}`, criticalNotes: [SECRET] }));
    await write();
    await ingest();
    const [masked] = await list();
    const whole = await getTask(database.db, { workspaceId, attemptId: masked?.attemptId ?? "" });
    expect(whole?.attempt.handoffText).toContain("[masked:");
    expect(JSON.stringify(whole)).not.toContain(SECRET);
    expect(masked?.handoffTokens).toBe(collectTaskAttempts(events)[0]?.handoffTokens);

    workspaceId = `${workspaceId}-bare`;
    await ingest(false);
    const [bare] = await list();
    const { attempt, steps } =
      (await getTask(database.db, { workspaceId, attemptId: bare?.attemptId ?? "" })) ?? {};
    expect(attempt).toMatchObject({
      taskName: null,
      handoffText: null,
      responseText: null,
      actualTokens: 700,
    });
    expect(steps?.flatMap(({ addedInterfaces }) => addedInterfaces)).toEqual([]);
  });

  it("are handoffs of their session once they are sent, and their responses are returns", async () => {
    for (const taskId of ["one", "two", "three"]) live(handoff({ taskId }), response({ taskId }));
    live(handoff({ taskId: "refused", tokenBudget: 100, priority: "high" }));
    await write();
    await ingest();
    const found = await listSessionHandoffs(database.db, { workspaceId, sessionId: "s1" });
    const sent = ["task", "lead", "coder"];
    const returned = ["return", "coder", "lead"];
    expect(found.map(({ kind, fromAgent, toAgent }) => [kind, fromAgent, toAgent])).toEqual([
      ...[sent, returned],
      ...[sent, returned],
      ...[sent, returned],
    ]);
    expect(
      found.every(({ beforeTokens, afterTokens }) => beforeTokens === null && Number(afterTokens) > 0),
    ).toBe(true);
    expect(await getSession(database.db, { workspaceId, sessionId: "s1" })).toMatchObject({
      handoffCount: 6,
      scopedCount: 0,
    });
    const scope = { workspaceId, range: RANGE, filter: {}, limit: 10 };
    expect(
      (await listPairKinds(database.db, scope)).map(({ kind, handoffCount }) => [kind, handoffCount]),
    ).toEqual([
      ["return", 3],
      ["task", 3],
    ]);
  });

  it("are stored if one has values that the database cannot store", async () => {
    live(handoff());
    const far = {
      event_type: "task_handoff" as const,
      handoff: handoff({ deadline: "9999-12-31", tokenBudget: 1e300 }),
    };
    events.push({ ...far, timestamp: "2026-03-01T11:00:00Z" });
    const nul = handoff({ taskId: "a\u0000b", taskName: "\uD800", deadline: "someday" });
    events.push({ ...far, timestamp: "2026-03-01T11:00:00Z", handoff: nul });
    const path = await write();
    await append(path, { event_type: "task_handoff" }, { event_type: "task_response", step: "eat" });
    const { files } = await ingest();
    expect(files[0]).toMatchObject({ eventCount: events.length, quarantinedCount: 2 });
    expect(await list()).toHaveLength(3);
  });
});

/** Everything except what depends on the position of an event without an ID. */
function withoutIds({ attemptId, ...task }: Awaited<ReturnType<typeof list>>[number]) {
  return task;
}
