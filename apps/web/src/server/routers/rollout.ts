import { HandoffRollout, phaseOf, ROLLOUT_PHASES } from "@baton/core/manifest";
import { getRollout, listCompliance, listRolloutChanges, notifyRows } from "@baton/db";
import { evaluateReadiness } from "@baton/server/rollout";
import { changePhase } from "@baton/services/artifact/change-phase";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { Comment } from "../inputs";
import { operationProcedure } from "../trpc";

const HISTORY_LENGTH = 50;

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
    const silent = Object.keys(rollout.agents)
      .filter((agent) => !records.some((record) => record.agent === agent))
      .map((agent) => ({ agent, manifestCount: 0, compliantCount: 0, lastWrittenAt: null, errors: [] }));
    const agents = [...records, ...silent].map((record) => {
      const phase = phaseOf(rollout, record.agent);
      const isOwn = Object.hasOwn(rollout.agents, record.agent);
      return { ...record, phase, isOwn, readiness: evaluateReadiness(phase, record) };
    });
    return { defaultPhase: rollout.default, changeId, agents };
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
      phases: comparePhases(changes[index + 1]?.rollout ?? null, rollout),
    }));
  }),

  /** Changes the phase of an agent, or of all agents without their own phase (`agent` null). */
  changePhase: operationProcedure("rollout.changePhase")
    .input(
      z.object({
        agent: z.string().min(1).max(1_100).nullable(),
        phase: z.enum(ROLLOUT_PHASES),
        reason: Comment.min(1),
        basedOn: z.number().int().nullable(),
      }),
    )
    .mutation(async ({ ctx, input: { agent, phase, reason, basedOn } }) => {
      const { workspaceId } = ctx.workspace;
      const change = { workspaceId, agent, phase, reason, basedOn, changedBy: ctx.user };
      if (!(await ctx.inRole((tx) => changePhase(tx, change)))) {
        throw new TRPCError({
          code: "CONFLICT",
          message: "Another owner changed a phase before you. Nothing was overwritten. Reload the page.",
        });
      }
      await notifyRows(ctx.db, { workspaceId, sessionIds: [], hasHandoffs: false, hasQuarantined: false });
    }),
} satisfies TRPCRouterRecord;

/**
 * Lists the phases that a change affects; `agent` null means all agents without their own
 * phase, `before` null means "no own phase".
 */
function comparePhases(before: HandoffRollout | null, after: HandoffRollout) {
  const earlier = before ?? HandoffRollout.parse({});
  const agents = [...new Set([...Object.keys(earlier.agents), ...Object.keys(after.agents)])].sort();
  const own = agents.map((agent) => ({
    agent,
    before: earlier.agents[agent] ?? null,
    after: after.agents[agent] ?? null,
  }));
  return [{ agent: null, before: earlier.default, after: after.default }, ...own].filter(
    (change) => change.before !== change.after,
  );
}
