import { getMemory, getMemoryFacets, listMemories, listMemoryReads } from "@baton/db";
import { changeMemory } from "@baton/services/memory/change-memory";
import { eraseMemory } from "@baton/services/memory/erase-memory";
import { TRPCError, type TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { Moment } from "../inputs";
import { largeProcedure, operationProcedure } from "../trpc";

const PAGE_SIZE = 50;

const Key = z.string().regex(/^[0-9a-f]{64}$/);
const Filter = z.object({
  search: z.string().max(200).optional(),
  source: z.string().max(4_096).optional(),
  author: z.string().optional(),
  tag: z.string().optional(),
  field: z.string().optional(),
  reader: z.string().optional(),
  state: z.enum(["valid", "expired"]).optional(),
});

export const memoryRouter = {
  /** Returns a page of what agents remember, newest first. */
  list: largeProcedure("memory.list")
    .input(Filter.extend({ cursor: z.object({ createdAt: Moment, memoryKey: Key }).nullish() }))
    .query(({ ctx, input: { workspace: _, cursor, ...filter } }) =>
      listMemories(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        filter,
        cursor: cursor ?? undefined,
        limit: PAGE_SIZE,
      }),
    ),

  /** Returns the filter values of the list. */
  facets: operationProcedure("memory.facets").query(({ ctx }) =>
    getMemoryFacets(ctx.db, { workspaceId: ctx.workspace.workspaceId }),
  ),

  /** Returns one memory, and who retrieved it. */
  get: largeProcedure("memory.get")
    .input(z.object({ memory: Key }))
    .query(async ({ ctx, input: { memory: memoryKey } }) => {
      const { workspaceId } = ctx.workspace;
      const memory = await getMemory(ctx.db, { workspaceId, memoryKey });
      if (!memory) throw new TRPCError({ code: "NOT_FOUND", message: "Memory not found." });
      const reads = await listMemoryReads(ctx.db, { workspaceId, memoryId: memory.memoryId });
      return { memory, reads };
    }),

  /** Changes tags and expiry; null restores those of the source. */
  change: operationProcedure("memory.change")
    .input(
      z.object({
        memory: Key,
        tags: z.array(z.string().trim().min(1).max(100)).max(50).nullable(),
        expiresAt: Moment.nullable(),
      }),
    )
    .mutation(async ({ ctx, input: { memory: memoryKey, tags, expiresAt } }) => {
      const { workspaceId } = ctx.workspace;
      const isChanged = await ctx.inRole((tx) =>
        changeMemory(tx, { workspaceId, memoryKey, tags, expiresAt, actor: ctx.user }),
      );
      if (!isChanged) throw new TRPCError({ code: "NOT_FOUND", message: "Memory not found." });
    }),

  /** Erases a memory. */
  erase: operationProcedure("memory.erase")
    .input(z.object({ memory: Key }))
    .mutation(async ({ ctx, input: { memory: memoryKey } }) => {
      const { workspaceId } = ctx.workspace;
      const isErased = await ctx.inRole((tx) => eraseMemory(tx, { workspaceId, memoryKey, actor: ctx.user }));
      if (!isErased) throw new TRPCError({ code: "NOT_FOUND", message: "Memory not found." });
    }),
} satisfies TRPCRouterRecord;
