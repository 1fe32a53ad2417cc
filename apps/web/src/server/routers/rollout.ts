import { AgentId } from "@baton/core";
import {
  DEFAULT_AGENT_REGISTRY,
  HandoffRollout,
  KnownAgent,
  needsApproval,
  phaseOf,
  ROLLOUT_PHASES,
} from "@baton/core/manifest";
import {
  type Database,
  getRollout,
  listCompliance,
  listRolloutChanges,
  notifyRows,
  type Person,
} from "@baton/db";
import { evaluateReadiness } from "@baton/server/rollout";
import { changeRollout, type RolloutEdit } from "@baton/services/artifact/change-rollout";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { Comment } from "../inputs";
import { operationProcedure } from "../trpc";

const HISTORY_LENGTH = 50;

const Change = z.object({ reason: Comment.min(1), basedOn: z.number().int().nullable() });

export const rolloutRouter = {
  /**
   * Returns each agent's rollout phase, the results of its latest manifests, and its readiness to enforce.
   */
  get: operationProcedure("rollout.get").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    const [{ rollout, changeId }, records] = await Promise.all([
      getRollout(ctx.db, { workspaceId }),
      listCompliance(ctx.db, { workspaceId }),
    ]);
    const named = new Set([...Object.keys(rollout.agents), ...Object.keys(rollout.approval.agents)]);
    const silent = [...named]
      .filter((agent) => !records.some((record) => record.agent === agent))
      .map((agent) => ({ agent, manifestCount: 0, compliantCount: 0, lastWrittenAt: null, errors: [] }));
    const agents = [...records, ...silent].map((record) => {
      const phase = phaseOf(rollout, record.agent);
      const isOwn = Object.hasOwn(rollout.agents, record.agent);
      return {
        ...record,
        phase,
        isOwn,
        needsApproval: needsApproval(rollout, record.agent),
        readiness: evaluateReadiness(phase, record),
      };
    });
    return {
      defaultPhase: rollout.default,
      needsApproval: rollout.approval.default,
      changeId,
      agents,
    };
  }),

  /** Lists the changes with their author and reason, newest first. */
  history: operationProcedure("rollout.history").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    const changes = await listRolloutChanges(ctx.db, { workspaceId, limit: HISTORY_LENGTH + 1 });
    return changes.slice(0, HISTORY_LENGTH).map(({ rollout, ...change }, index) => ({
      changeId: change.changeId,
      reason: change.reason,
      changedBy: change.changedBy,
      changedAt: change.changedAt,
      parts: compareRollouts(changes[index + 1]?.rollout ?? null, rollout),
    }));
  }),

  /** Returns the limits and known agents. */
  settings: operationProcedure("rollout.settings").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    const { rollout, changeId } = await getRollout(ctx.db, { workspaceId });
    const { budgets, windows, known_agents: known } = rollout;
    const own = Object.entries(known).map(([agent, about]) => ({ agent, isBuiltIn: false, ...about }));
    const builtIn = DEFAULT_AGENT_REGISTRY.filter((agent) => !Object.hasOwn(known, agent)).map((agent) => ({
      agent,
      isBuiltIn: true,
      ...KnownAgent.parse({}),
    }));
    const agents = [...own, ...builtIn].sort((a, b) => (a.agent < b.agent ? -1 : 1));
    return { changeId, budgets, windows, agents };
  }),

  /** Changes the phase of an agent, or of all agents without their own phase (`agent` null). */
  changePhase: operationProcedure("rollout.changePhase")
    .input(
      Change.extend({
        agent: z.string().min(1).max(1_100).nullable(),
        phase: z.enum(ROLLOUT_PHASES),
        needsApproval: z.boolean().optional(),
      }),
    )
    .mutation(({ ctx, input: { agent, phase, needsApproval, ...change } }) =>
      saveEdit(ctx, { kind: "phase", agent, phase, needsApproval }, change),
    ),

  /** Changes the limits of all manifests and the context windows of models. */
  changeLimits: operationProcedure("rollout.changeLimits")
    .input(Change.extend({ budgets: HandoffRollout.shape.budgets, windows: HandoffRollout.shape.windows }))
    .mutation(({ ctx, input: { budgets, windows, ...change } }) =>
      saveEdit(ctx, { kind: "limits", limits: { budgets, windows } }, change),
    ),

  /** Adds or changes a known agent; `known` null removes it. */
  changeAgent: operationProcedure("rollout.changeAgent")
    .input(Change.extend({ agent: AgentId, known: KnownAgent.nullable() }))
    .mutation(({ ctx, input: { agent, known, ...change } }) =>
      saveEdit(ctx, { kind: "agent", agent, known }, change),
    ),
} satisfies TRPCRouterRecord;

type ChangeContext = {
  db: Database;
  user: Person;
  workspace: { workspaceId: string };
  inRole: <Result>(run: (tx: Database) => Promise<Result>) => Promise<Result>;
};

async function saveEdit(
  { db, user, workspace: { workspaceId }, inRole }: ChangeContext,
  edit: RolloutEdit,
  { reason, basedOn }: { reason: string; basedOn: number | null },
): Promise<void> {
  const change = { workspaceId, edit, reason, basedOn, changedBy: user };
  if (!(await inRole((tx) => changeRollout(tx, change)))) {
    throw new TRPCError({
      code: "CONFLICT",
      message: "Another owner changed a setting before you. Nothing was overwritten. Reload the page.",
    });
  }
  await notifyRows(db, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: false });
}

/** A part of the setting that changed; `agent` is null for all agents, and for limits. */
interface ChangedPart {
  part: "phase" | "approval" | "limit" | "window" | "known_agent";
  /** Agent, limit or model. */
  name: string | null;
  /** Null means "no own value". */
  before: string | null;
  after: string | null;
}

/** Lists what a change affects. */
function compareRollouts(earlier: HandoffRollout | null, after: HandoffRollout): ChangedPart[] {
  const before = earlier ?? HandoffRollout.parse({});
  const all: ChangedPart[] = [
    { part: "phase", name: null, before: before.default, after: after.default },
    {
      part: "approval",
      name: null,
      before: wordOf(before.approval.default),
      after: wordOf(after.approval.default),
    },
    ...compareRecords("phase", before.agents, after.agents),
    ...compareRecords("approval", before.approval.agents, after.approval.agents),
    ...compareRecords("limit", { ...before.budgets }, { ...after.budgets }),
    ...compareRecords("window", before.windows, after.windows),
    ...compareRecords("known_agent", before.known_agents, after.known_agents),
  ];
  return all.filter((change) => change.before !== change.after);
}

function compareRecords(
  part: ChangedPart["part"],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): ChangedPart[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.map((name) => ({ part, name, before: wordOf(before[name]), after: wordOf(after[name]) }));
}

function wordOf(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === "boolean") return value ? "required" : "not required";
  return typeof value === "object" && value !== null
    ? Object.values(value).filter(Boolean).join(", ") || "known"
    : String(value);
}
