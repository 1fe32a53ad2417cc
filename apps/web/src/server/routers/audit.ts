import { getAuditFacets, getAuditGuard, getAuditHead, listAuditPage, listAuditRecords } from "@baton/db";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { AuditFilterInput, toAuditFilter } from "../audit-input";
import { operationProcedure } from "../trpc";

const PAGE_SIZE = 50;

export const auditRouter = {
  /** A page of the log, the latest first. */
  list: operationProcedure("audit.list")
    .input(AuditFilterInput.extend({ cursor: z.int().nullish() }))
    .query(({ ctx, input: { workspace: _, cursor, ...filter } }) =>
      listAuditRecords(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        filter: toAuditFilter(filter, Date.now()),
        before: cursor ?? undefined,
        limit: PAGE_SIZE,
      }),
    ),

  /** What the list can be narrowed to. */
  facets: operationProcedure("audit.facets").query(({ ctx }) =>
    getAuditFacets(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** The rows that follow a row, for whoever verifies the chain, with the head that is kept apart. */
  chain: operationProcedure("audit.chain")
    .input(z.object({ after: z.int().min(0) }))
    .query(async ({ ctx, input: { after } }) => {
      const { workspaceId } = ctx.workspace;
      const [records, head] = await Promise.all([
        listAuditPage(ctx.db, { workspaceId, after }),
        getAuditHead(ctx.db, { workspaceId }),
      ]);
      return { records, head };
    }),

  /** Whether the role that Baton logs in as could change the log, and how. */
  guard: operationProcedure("audit.guard").query(({ ctx }) => getAuditGuard(ctx.db)),
} satisfies TRPCRouterRecord;
