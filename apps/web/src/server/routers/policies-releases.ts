import { ReleaseStage } from "@baton/core/policy";
import { getLivePolicy, getObservedEffect, getRunningRelease, listVersionEffects } from "@baton/db";
import { Acknowledgement } from "@baton/server/policy";
import { changeRelease } from "@baton/services/policy/change-release";
import { finishRelease } from "@baton/services/policy/finish-release";
import { startRelease } from "@baton/services/policy/start-release";
import { stopRelease } from "@baton/services/policy/stop-release";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { Comment } from "../inputs";
import { isOnlyOwner } from "../owners";
import { operationProcedure } from "../trpc";
import { closed, DraftMark } from "./policies-drafts";

const ReleaseMark = z.object({ releaseId: z.int().positive() });

export const policiesReleasesRouter = {
  /** Returns the running release, with the effect of both versions since its start; null without one. */
  get: operationProcedure("policies.releases.get").query(async ({ ctx }) => {
    const { workspaceId } = ctx.workspace;
    const [live, release] = await Promise.all([
      getLivePolicy(ctx.db, { workspaceId }),
      getRunningRelease(ctx.db, { workspaceId }),
    ]);
    if (!live || !release) return null;
    const { releaseId, stage, stageSince, policyVersion, note, startedBy, startedAt } = release;
    const since = { workspaceId, since: startedAt };
    const [effects, observed] = await Promise.all([
      listVersionEffects(ctx.db, { ...since, versions: [live.policyVersion, policyVersion] }),
      getObservedEffect(ctx.db, { ...since, version: policyVersion }),
    ]);
    return {
      releaseId,
      stage,
      stageSince,
      policyVersion,
      note,
      startedBy,
      startedAt,
      live: {
        number: live.number,
        effect: effects.find((one) => one.policyVersion === live.policyVersion) ?? null,
      },
      candidate: { effect: effects.find((one) => one.policyVersion === policyVersion) ?? null, observed },
    };
  }),

  /** Releases a draft in steps; the live version stays. */
  start: operationProcedure("policies.releases.start")
    .input(
      DraftMark.extend({
        note: Comment.default(""),
        acknowledged: z.array(Acknowledgement).max(2_000),
        stage: ReleaseStage,
      }),
    )
    .mutation(async ({ ctx, input: { workspace: _, ...start } }) => {
      const { workspaceId } = ctx.workspace;
      const started = await ctx.inRole(async (tx) =>
        startRelease(tx, {
          workspaceId,
          publisher: ctx.user,
          ...start,
          isOnlyOwner: await isOnlyOwner(tx, workspaceId, ctx.user),
        }),
      );
      if (started.outcome === "stale") throw closed();
      if (started.outcome === "nothing_live") {
        const message = "No version is live yet. Publish this one for every session.";
        throw new TRPCError({ code: "PRECONDITION_FAILED", message });
      }
      if (started.outcome === "refused") {
        const message = started.verdict.obstacles.map((obstacle) => obstacle.message).join(" ");
        throw new TRPCError({ code: "PRECONDITION_FAILED", message });
      }
      return { releaseId: started.releaseId };
    }),

  /** Moves the running release to another stage. */
  change: operationProcedure("policies.releases.change")
    .input(ReleaseMark.extend({ stage: ReleaseStage }))
    .mutation(async ({ ctx, input: { releaseId, stage } }) => {
      const change = { workspaceId: ctx.workspace.workspaceId, releaseId, stage, person: ctx.user };
      if (!(await ctx.inRole((tx) => changeRelease(tx, change)))) throw ended();
    }),

  /** Publishes the candidate of the running release. */
  finish: operationProcedure("policies.releases.finish")
    .input(ReleaseMark)
    .mutation(async ({ ctx, input: { releaseId } }) => {
      const finish = { workspaceId: ctx.workspace.workspaceId, releaseId, person: ctx.user };
      const number = await ctx.inRole((tx) => finishRelease(tx, finish));
      if (number === null) throw ended();
      return { number };
    }),

  /** Stops the running release: the live version decides everything again. */
  stop: operationProcedure("policies.releases.stop")
    .input(ReleaseMark)
    .mutation(async ({ ctx, input: { releaseId } }) => {
      const stop = { workspaceId: ctx.workspace.workspaceId, releaseId, person: ctx.user };
      if (!(await ctx.inRole((tx) => stopRelease(tx, stop)))) throw ended();
    }),
} satisfies TRPCRouterRecord;

function ended(): TRPCError {
  const message = "This release is not running any more. Reload the page.";
  return new TRPCError({ code: "CONFLICT", message });
}
