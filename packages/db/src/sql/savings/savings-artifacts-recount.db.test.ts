import { ARTIFACT_TYPES, compressionOf, ROLLOUT_PHASES } from "@baton/core/manifest";
import { COMPACTION_TRIGGERS } from "@baton/core/session";
import { alertLevel, handoffUtilization } from "@baton/core/tokens";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database";
import { buildSession, buildWorkspace } from "../../../test/factories";
import {
  AGENTS,
  anyScope,
  anyTime,
  groupBy,
  isInRange,
  keyOf,
  total,
  WORKFLOWS,
} from "../../../test/savings-scopes";
import { compaction, manifest, manifestHandoff, taskAttempt } from "../../schema/index";
import { addToCompactionTotals } from "../compaction/compaction-totals";
import { ensurePartitions } from "../database/partition";
import type { SavingsSeriesScope } from "./savings-bucket";
import { listCompactionDays } from "./savings-compactions";
import { listManifestDays, listManifestErrors } from "./savings-manifests";
import { listTaskDays, listTaskErrors } from "./savings-tasks";
import { getSavingsTotals } from "./savings-totals";

const LIMITS = { handoffTokens: 10_000 };
const CODES = ["missing_constraints", "schema", "unknown_key"];

const anyFindings = fc
  .uniqueArray(fc.constantFrom(...CODES), { maxLength: 3 })
  .chain((codes) =>
    fc.tuple(
      ...codes.map((code) =>
        fc.record({
          code: fc.constant(code),
          severity: fc.constantFrom("error" as const, "warning" as const),
        }),
      ),
    ),
  )
  // A code may occur in several places, but counts as one failure.
  .map((findings) => [...findings, ...findings.slice(0, 1)]);

const anyManifest = fc.record({
  writtenAt: anyTime,
  fromAgent: fc.constantFrom(...AGENTS),
  toAgents: fc.uniqueArray(fc.constantFrom(...AGENTS), { maxLength: 2 }),
  workflowId: fc.constantFrom(...WORKFLOWS),
  artifactType: fc.constantFrom(...ARTIFACT_TYPES, null),
  manifestTokens: fc.integer({ min: 1, max: 4_000 }),
  requiredReadingTokens: fc.oneof(fc.constantFrom(0, null), fc.nat(9_000)),
  detailTokens: fc.oneof(fc.constantFrom(0, null), fc.nat(90_000)),
  phase: fc.constantFrom(...ROLLOUT_PHASES),
  findings: anyFindings,
  isSuperseded: fc.constantFrom(false, false, true),
});
type Manifest = typeof anyManifest extends fc.Arbitrary<infer Row> ? Row : never;

const anyTask = fc.record({
  occurredAt: anyTime,
  fromAgent: fc.constantFrom(...AGENTS),
  toAgent: fc.constantFrom(...AGENTS),
  workflowId: fc.constantFrom(...WORKFLOWS),
  handoffTokens: fc.oneof(fc.constantFrom(500, 501, null), fc.nat(1_000)),
  estimatedTokens: fc.oneof(fc.constant(null), fc.nat(3_000)),
  actualTokens: fc.oneof(fc.constant(null), fc.nat(3_000)),
  findings: fc.option(anyFindings),
  answerFindings: fc.option(anyFindings),
});
type Task = typeof anyTask extends fc.Arbitrary<infer Row> ? Row : never;

const anyCompaction = fc.record({
  occurredAt: anyTime,
  agent: fc.constantFrom(...AGENTS, null),
  sessionId: fc.constantFrom("s1", "s2", null),
  trigger: fc.constantFrom(...COMPACTION_TRIGGERS, null),
  beforeTokens: fc.option(fc.nat(100_000)),
  afterTokens: fc.option(fc.nat(9_000)),
});
type Compaction = typeof anyCompaction extends fc.Arbitrary<infer Row> ? Row : never;

const AT = new Date("2026-03-10T12:00:00Z");

/** Budget levels start at their own shares; the last one starts above its share. */
const EDGES = [6_999, 7_000, 9_000, 10_000, 10_001];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let workspaceId: string;
let manifests: Manifest[];
let tasks: Task[];
let compactions: Compaction[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  workspaceId = await buildWorkspace(db);
  manifests = fc.sample(anyManifest, { numRuns: 90, seed: 3 }).map((one, index) => {
    const edge = EDGES[index];
    return edge === undefined ? one : { ...one, manifestTokens: 1, requiredReadingTokens: edge - 1 };
  });
  const pathOf = (index: number) => `/p/artifacts/a/${index}/manifest.json`;
  await db.insert(manifest).values(
    manifests.map(({ isSuperseded, workflowId: _, findings, ...row }, index) => {
      const errorCount = findings.filter(({ severity }) => severity === "error").length;
      return {
        workspaceId,
        manifestId: `m${index}`,
        path: pathOf(index),
        projectRoot: "/p",
        ...row,
        sourceFileId: 1,
        sha256: "00",
        supersededAt: isSuperseded ? new Date() : null,
        errorCount,
        hasPassed: errorCount === 0 || row.phase !== "enforce",
        findings: findings.map((finding) => ({ ...finding, path: "", message: "", hint: "" })),
      };
    }),
  );
  await ensurePartitions(db, [AT]);
  await db.insert(manifestHandoff).values(
    manifests.map(({ workflowId }, index) => ({
      workspaceId,
      workflowId,
      eventId: `h${index}`,
      fromAgent: "a",
      toAgent: "b",
      occurredAt: AT,
      sourceFileId: 1,
      generation: 0,
      sequence: index,
      ordinal: 0,
      // Events name a manifest relative to its project, or by its folder.
      artifacts: [index % 2 === 0 ? pathOf(index).slice(3) : `artifacts/a/${index}/`],
    })),
  );
  tasks = fc.sample(anyTask, { numRuns: 90, seed: 4 });
  await db.insert(taskAttempt).values(
    tasks.map((task, index) => ({
      workspaceId,
      attemptId: `t${index}`,
      isSent: true,
      lastEventAt: task.occurredAt,
      lastSequence: 0,
      ...task,
      findings: task.findings?.map((finding) => ({ ...finding, path: "" })) ?? null,
      answerFindings: task.answerFindings?.map((finding) => ({ ...finding, path: "" })) ?? null,
    })),
  );
  await buildSession(db, { workspaceId, sessionId: "s1", workflowId: "w1" });
  await buildSession(db, { workspaceId, sessionId: "s2", workflowId: null });
  compactions = fc.sample(anyCompaction, { numRuns: 90, seed: 5 });
  await db.insert(compaction).values(
    compactions.map((row, index) => ({
      workspaceId,
      eventId: `c${index}`,
      sourceFileId: 1,
      generation: 0,
      sequence: index,
      ordinal: 0,
      ...row,
    })),
  );
  await addToCompactionTotals(db, workspaceId, compactions);
});
afterAll(() => database.drop());

describe("metrics of artifacts, tasks and compactions, in any range, time zone and filter,", () => {
  it("equal a recount", async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(
        anyScope(() => workspaceId),
        async (scope) => {
          const counted = {
            manifests: manifests.filter((one) => isManifestIn(one, scope)),
            tasks: tasks.filter((one) => isTaskIn(one, scope)),
            compactions: compactions.filter((one) => isCompactionIn(one, scope)),
          };
          const [manifestDays, manifestErrors, taskDays, taskErrors, compactionDays, figures] =
            await Promise.all([
              listManifestDays(db, { ...scope, limits: LIMITS }),
              listManifestErrors(db, scope),
              listTaskDays(db, scope),
              listTaskErrors(db, scope),
              listCompactionDays(db, scope),
              getSavingsTotals(db, scope),
            ]);
          expect(
            Object.fromEntries(
              manifestDays.map(({ day, artifactType, ...sums }) => [`${day} ${artifactType}`, sums]),
            ),
          ).toEqual(
            groupBy(
              counted.manifests,
              (one) => `${keyOf(one.writtenAt, scope)} ${one.artifactType}`,
              sumManifests,
            ),
          );
          expect(Object.fromEntries(taskDays.map(({ day, ...sums }) => [day, sums]))).toEqual(
            groupBy(counted.tasks, (one) => keyOf(one.occurredAt, scope), sumTasks),
          );
          const days = taskDays.map(({ day }) => day);
          expect(days).toEqual(days.toSorted());
          expect(
            Object.fromEntries(
              compactionDays.map(({ day, trigger, ...sums }) => [`${day} ${trigger}`, sums]),
            ),
          ).toEqual(
            groupBy(
              counted.compactions,
              (one) => `${keyOf(one.occurredAt, scope)} ${one.trigger}`,
              sumCompactions,
            ),
          );
          const errors = (rows: readonly { day: string; code: string; count: number }[]) =>
            Object.fromEntries(rows.map(({ day, code, count }) => [`${day} ${code}`, count]));
          expect(errors(manifestErrors)).toEqual(
            countErrors(counted.manifests.map((one) => [keyOf(one.writtenAt, scope), one.findings])),
          );
          expect(errors(taskErrors)).toEqual(
            countErrors(
              counted.tasks.map((one) => [
                keyOf(one.occurredAt, scope),
                [...(one.findings ?? []), ...(one.answerFindings ?? [])],
              ]),
            ),
          );
          const { manifestCount, exceededCount, failedCount } = sumManifests(counted.manifests);
          const { sizedCount, overTargetCount } = sumTasks(counted.tasks);
          expect(figures).toMatchObject({
            compressionRatio: compressionOf(counted.manifests).ofManifest,
            overBudget: { part: exceededCount, whole: manifestCount },
            failedGates: { part: failedCount, whole: manifestCount },
            overTarget: { part: overTargetCount, whole: sizedCount },
          });
        },
      ),
      { numRuns: 25 },
    );
  });

  it("differ from a recount that includes superseded manifests", async () => {
    const range = { start: new Date("2026-01-01"), end: new Date("2027-01-01"), timeZone: "UTC" };
    const { overBudget } = await getSavingsTotals(database.db, { workspaceId, range, filter: {} });
    expect(overBudget.whole).toBeLessThan(manifests.length);
  });
});

function isManifestIn(one: Manifest, scope: SavingsSeriesScope): boolean {
  const { agent, from, to, workflow } = scope.filter;
  return (
    !one.isSuperseded &&
    isInRange(one.writtenAt, scope) &&
    (agent === undefined || one.fromAgent === agent || one.toAgents.includes(agent)) &&
    (from === undefined || one.fromAgent === from) &&
    (to === undefined || one.toAgents.includes(to)) &&
    (workflow === undefined || one.workflowId === workflow)
  );
}

function isTaskIn(one: Task, scope: SavingsSeriesScope): boolean {
  const { agent, from, to, workflow } = scope.filter;
  return (
    isInRange(one.occurredAt, scope) &&
    (agent === undefined || one.fromAgent === agent || one.toAgent === agent) &&
    (from === undefined || one.fromAgent === from) &&
    (to === undefined || one.toAgent === to) &&
    (workflow === undefined || one.workflowId === workflow)
  );
}

/** A compaction is made by one agent, which `from` or `agent` may name. */
function isCompactionIn(one: Compaction, scope: SavingsSeriesScope): boolean {
  const { agent, from, workflow } = scope.filter;
  return (
    isInRange(one.occurredAt, scope) &&
    (agent === undefined || one.agent === agent) &&
    (from === undefined || one.agent === from) &&
    (workflow === undefined || (workflow === "w1" && one.sessionId === "s1"))
  );
}

function sumManifests(rows: readonly Manifest[]) {
  const levels = rows.map(({ manifestTokens, requiredReadingTokens }) =>
    alertLevel(handoffUtilization({ manifestTokens, requiredTokens: requiredReadingTokens ?? 0 }, LIMITS)),
  );
  const count = (level: string) => levels.filter((each) => each === level).length;
  const condensed = rows.filter(({ detailTokens }) => detailTokens);
  const failing = rows.filter(({ findings }) => findings.some(({ severity }) => severity === "error"));
  return {
    manifestCount: rows.length,
    detailTokens: total(condensed, ({ detailTokens }) => detailTokens),
    condensedTokens: total(condensed, ({ manifestTokens }) => manifestTokens),
    okCount: count("ok"),
    warningCount: count("warning"),
    criticalCount: count("critical"),
    exceededCount: count("exceeded"),
    failedCount: failing.filter(({ phase }) => phase === "enforce").length,
    errorCount: failing.length,
  };
}

function sumTasks(rows: readonly Task[]) {
  const compared = rows.filter((one) => one.estimatedTokens !== null && one.actualTokens !== null);
  return {
    taskCount: rows.length,
    sizedCount: rows.filter(({ handoffTokens }) => handoffTokens !== null).length,
    overTargetCount: rows.filter(({ handoffTokens }) => (handoffTokens ?? 0) > 500).length,
    checkedCount: rows.filter((one) => one.findings !== null || one.answerFindings !== null).length,
    comparedCount: compared.length,
    estimatedTokens: total(compared, ({ estimatedTokens }) => estimatedTokens),
    actualTokens: total(compared, ({ actualTokens }) => actualTokens),
  };
}

function sumCompactions(rows: readonly Compaction[]) {
  const measured = rows.filter((one) => one.beforeTokens !== null && one.afterTokens !== null);
  return {
    count: rows.length,
    measuredCount: measured.length,
    beforeTokens: total(measured, ({ beforeTokens }) => beforeTokens),
    afterTokens: total(measured, ({ afterTokens }) => afterTokens),
  };
}

/** Counts each document once per error code. */
function countErrors(
  documents: readonly (readonly [string, readonly { code: string; severity: string }[]])[],
): Record<string, number> {
  const keys = documents.flatMap(([day, findings]) => {
    const codes = findings.filter(({ severity }) => severity === "error").map(({ code }) => code);
    return [...new Set(codes)].map((code) => `${day} ${code}`);
  });
  return groupBy(
    keys,
    (key) => key,
    (group) => group.length,
  );
}
