import { getAuditFacets, getAuditGuard, getAuditHead, listAuditPage, listAuditRecords } from "@baton/db";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { AuditFilterInput, toAuditFilter } from "../audit-input";
import { operationProcedure } from "../trpc";

const PAGE_SIZE = 50;

export const auditRouter = {
  /** Returns a page of the log, newest first. */
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

  /** Returns the filter values of the list. */
  facets: operationProcedure("audit.facets").query(({ ctx }) =>
    getAuditFacets(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Returns the entries after an entry, for verifying the chain, with the separately stored head. */
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

  /** Checks the ways in which Baton's database role could change the log. */
  guard: operationProcedure("audit.guard").query(({ ctx }) => getAuditGuard(ctx.db)),
} satisfies TRPCRouterRecord;
