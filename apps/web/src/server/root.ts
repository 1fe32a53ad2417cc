import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { accountRouter } from "./routers/account";
import { alertsRouter } from "./routers/alerts";
import { auditRouter } from "./routers/audit";
import { compactionsRouter } from "./routers/compactions";
import { conversationRouter } from "./routers/conversation";
import { documentsRouter } from "./routers/documents";
import { erasuresRouter } from "./routers/erasures";
import { handoffsRouter } from "./routers/handoffs";
import { inboxRouter } from "./routers/inbox";
import { ingestRouter } from "./routers/ingest";
import { invitationsRouter } from "./routers/invitations";
import { jumpRouter } from "./routers/jump";
import { keysRouter } from "./routers/keys";
import { lineageRouter } from "./routers/lineage";
import { liveRouter } from "./routers/live";
import { manifestsRouter } from "./routers/manifests";
import { membersRouter } from "./routers/members";
import { memoryRouter } from "./routers/memory";
import { notificationsRouter } from "./routers/notifications";
import { overviewRouter } from "./routers/overview";
import { policiesRouter } from "./routers/policies";
import { preferencesRouter } from "./routers/preferences";
import { pricesRouter } from "./routers/prices";
import { rankingRouter } from "./routers/ranking";
import { reportRouter } from "./routers/report";
import { reportsRouter } from "./routers/reports";
import { retentionRouter } from "./routers/retention";
import { rolloutRouter } from "./routers/rollout";
import { savedViewsRouter } from "./routers/saved-views";
import { savingsRouter } from "./routers/savings";
import { sessionsRouter } from "./routers/sessions";
import { tasksRouter } from "./routers/tasks";
import { trafficRouter } from "./routers/traffic";
import { usageRouter } from "./routers/usage";
import { workspacesRouter } from "./routers/workspaces";
import { createRouter } from "./trpc";

export const appRouter = createRouter({
  account: accountRouter,
  alerts: alertsRouter,
  audit: auditRouter,
  compactions: compactionsRouter,
  conversation: conversationRouter,
  documents: documentsRouter,
  erasures: erasuresRouter,
  handoffs: handoffsRouter,
  inbox: inboxRouter,
  ingest: ingestRouter,
  invitations: invitationsRouter,
  jump: jumpRouter,
  keys: keysRouter,
  lineage: lineageRouter,
  live: liveRouter,
  manifests: manifestsRouter,
  members: membersRouter,
  memory: memoryRouter,
  notifications: notificationsRouter,
  overview: overviewRouter,
  policies: policiesRouter,
  preferences: preferencesRouter,
  prices: pricesRouter,
  ranking: rankingRouter,
  report: reportRouter,
  reports: reportsRouter,
  retention: retentionRouter,
  rollout: rolloutRouter,
  savedViews: savedViewsRouter,
  savings: savingsRouter,
  sessions: sessionsRouter,
  tasks: tasksRouter,
  traffic: trafficRouter,
  usage: usageRouter,
  workspaces: workspacesRouter,
});

export type AppRouter = typeof appRouter;
export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;
