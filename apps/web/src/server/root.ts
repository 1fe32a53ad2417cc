import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { liveRouter } from "./routers/live";
import { workspacesRouter } from "./routers/workspaces";
import { createRouter } from "./trpc";

export const appRouter = createRouter({
  live: liveRouter,
  workspaces: workspacesRouter,
});

export type AppRouter = typeof appRouter;
export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;
