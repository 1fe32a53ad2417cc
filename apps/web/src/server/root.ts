import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { handoffsRouter } from "./routers/handoffs";
import { liveRouter } from "./routers/live";
import { sessionsRouter } from "./routers/sessions";
import { workspacesRouter } from "./routers/workspaces";
import { createRouter } from "./trpc";

export const appRouter = createRouter({
  handoffs: handoffsRouter,
  live: liveRouter,
  sessions: sessionsRouter,
  workspaces: workspacesRouter,
});

export type AppRouter = typeof appRouter;
export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;
