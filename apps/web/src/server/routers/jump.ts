import {
  findPairs,
  listAgents,
  listFieldNames,
  listSearchedWords,
  listSessions,
  searchContent,
  searchWorkflows,
} from "@baton/db";
import type { TRPCRouterRecord } from "@trpc/server";
import { z } from "zod";
import { resolveRange } from "@/search/resolve-range";
import { operationProcedure } from "../trpc";

const MOST_FOUND = 8;
const MOST_SESSIONS = 30;
/** Fields are searched in the days of this range. */
const FIELD_RANGE = "90d";

export const jumpRouter = {
  /** Finds sessions, agents, fields, pairs and workflows by a few letters; sessions and workflows newest first. */
  search: operationProcedure("jump.search")
    .input(z.object({ text: z.string().max(200) }))
    .query(async ({ ctx, input }) => {
      const { workspaceId } = ctx.workspace;
      const text = input.text.trim();
      const words = text.split(/[\s→]+/).filter((word) => word !== "");
      const found = { workspaceId, limit: MOST_FOUND };
      const [{ sessions }, agents, fields, pairs, workflows] = await Promise.all([
        listSessions(ctx.db, { ...found, search: text, sort: "recent", filter: {} }),
        listAgents(ctx.db, { workspaceId }),
        listFieldNames(ctx.db, {
          ...found,
          search: text,
          range: resolveRange(FIELD_RANGE, "UTC", Date.now()),
          filter: {},
        }),
        words.length === 0 ? [] : findPairs(ctx.db, { ...found, words }),
        searchWorkflows(ctx.db, { ...found, search: text }),
      ]);
      const letters = text.toLowerCase();
      return {
        sessions: sessions.map(({ sessionId, title, lastEventAt }) => ({ sessionId, title, lastEventAt })),
        agents: agents.filter((agent) => agent.toLowerCase().includes(letters)).slice(0, MOST_FOUND),
        fields: fields.map(({ name }) => name).filter((name) => name !== ""),
        pairs,
        workflows: workflows.map(({ workflowId, at }) => ({ workflowId, at })),
      };
    }),

  /** Searches the stored lines of all sessions for words; newest match first. */
  content: operationProcedure("jump.content")
    .input(z.object({ search: z.string().max(200) }))
    .query(async ({ ctx, input: { search } }) => ({
      ...(await searchContent(ctx.db, {
        workspaceId: ctx.workspace.workspaceId,
        search: search.trim(),
        limit: MOST_SESSIONS,
      })),
      words: listSearchedWords(search),
    })),
} satisfies TRPCRouterRecord;
