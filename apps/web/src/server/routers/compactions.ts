import { CompactionEvent } from "@baton/core/session";
import { getCompaction, getLine, getPriceBook } from "@baton/db";
import { costOfSummary } from "@baton/server/pricing";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { compareCompaction, describeLoss } from "../describe-loss";
import { parseOrNull } from "../describe-manifest";
import { keepFirst } from "../keep-first";
import { toLineDto } from "../line-dto";
import { largeProcedure } from "../trpc";

export const compactionsRouter = {
  /** Returns one compaction: its sizes, summary, losses, required facts, and line. */
  get: largeProcedure("compactions.get")
    .input(z.object({ session: z.string(), compaction: z.string() }))
    .query(async ({ ctx, input }) => {
      const { workspaceId } = ctx.workspace;
      const compaction = await getCompaction(ctx.db, { workspaceId, eventId: input.compaction });
      if (compaction?.sessionId !== input.session) {
        throw new TRPCError({ code: "NOT_FOUND", message: "Compaction not found in this session." });
      }
      const line = await getLine(ctx.db, compaction);
      const event = CompactionEvent.safeParse(parseOrNull(line?.text ?? null));
      const survival = event.data?.survival;
      const { loss, original } = await compareCompaction(ctx.db, compaction, line);
      return {
        compaction: { ...compaction, preserved: keepFirst(compaction.preserved) },
        line: toLineDto(line),
        loss: describeLoss(loss),
        original,
        survival: survival ? { required: survival.required, missing: keepFirst(survival.missing) } : null,
        summarizerDollars:
          compaction.summarizerTokens === null
            ? null
            : costOfSummary(await getPriceBook(ctx.db, { workspaceId }), compaction),
        nextPhase: event.data?.next_phase ?? null,
      };
    }),
} satisfies TRPCRouterRecord;
