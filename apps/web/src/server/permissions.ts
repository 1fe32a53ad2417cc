import type { Role } from "@baton/db";

/**
 * The permission table: one row for every procedure, every route handler and every page. A test walks the
 * router and the files under `app/`, and fails if one has no row, or if a row matches none of them.
 *
 * To add an operation, add a row under its name in the router, or on disk,
 * and create it by that name:
 * - a procedure by `operationProcedure("sessions.get")`, `userProcedure("workspaces.list")` if it
 * belongs to no workspace, `openProcedure("account.signIn")` if it needs no sign-in,
 * - a page by `await openPage("/w/[workspace]/sessions", params)`, which
 * returns the decoded parameters (`./open-page`),
 * - a route handler by `authorize` (`./authorize`); routes for programs
 * name the scope of a key in `./api/routes`.
 */

/** The role admin only permits managing members, keys, retention and the audit log. */
const MEMBERS = ["viewer", "editor", "owner", "admin"] as const;
const READERS = ["viewer", "editor", "owner"] as const;
const EDITORS = ["editor", "owner"] as const;
const OWNERS = ["owner"] as const;
const ADMINS = ["admin"] as const;
/** Roles that may read the audit log. */
const AUDITORS = ["owner", "admin"] as const;

/**
 * `user`: any signed-in user; `anyone`: also without signing in; a list:
 * members of the workspace with one of these roles.
 */
type Grant = "anyone" | "user" | readonly Role[];

/** tRPC procedures by their path. */
export const PROCEDURES = {
  "account.beginSingleSignOn": "anyone",
  "account.changePassword": "user",
  "account.claim": "user",
  "account.endSignIn": "user",
  "account.get": "user",
  "account.requestReset": "anyone",
  "account.resetPassword": "anyone",
  "account.signIn": "anyone",
  "account.signInByLink": "anyone",
  "account.signOut": "user",
  "account.signOutEverywhere": "user",
  "account.update": "user",
  "alerts.add": OWNERS,
  "alerts.change": OWNERS,
  "alerts.get": READERS,
  "alerts.list": READERS,
  "alerts.preview": READERS,
  "alerts.remove": OWNERS,
  "alerts.setActive": OWNERS,
  "alerts.test": OWNERS,
  "audit.chain": AUDITORS,
  "audit.facets": AUDITORS,
  "audit.guard": AUDITORS,
  "audit.list": AUDITORS,
  "compactions.get": READERS,
  "documents.facets": READERS,
  "documents.get": READERS,
  "documents.getText": READERS,
  "documents.list": READERS,
  "erasures.list": ADMINS,
  "erasures.preview": ADMINS,
  "erasures.request": ADMINS,
  "handoffs.get": READERS,
  "handoffs.run": READERS,
  "inbox.list": READERS,
  "inbox.markRead": READERS,
  "ingest.acknowledgeLosses": EDITORS,
  "ingest.connect": READERS,
  "ingest.files": READERS,
  "ingest.follow": OWNERS,
  "ingest.losses": READERS,
  "ingest.port": READERS,
  "ingest.quarantine": READERS,
  "ingest.quarantineFacets": READERS,
  "ingest.replay": EDITORS,
  "ingest.replays": READERS,
  "ingest.setFollowed": OWNERS,
  "ingest.shapes": READERS,
  "ingest.sources": READERS,
  "ingest.status": READERS,
  "ingest.unread": READERS,
  "invitations.accept": "user",
  "invitations.create": ADMINS,
  "invitations.list": ADMINS,
  "invitations.open": "anyone",
  "invitations.register": "anyone",
  "invitations.revoke": ADMINS,
  "jump.content": READERS,
  "jump.search": READERS,
  "lineage.agent": READERS,
  "lineage.field": READERS,
  "lineage.handoffLeaks": READERS,
  "lineage.leaks": READERS,
  "keys.create": ADMINS,
  "keys.list": ADMINS,
  "keys.revoke": ADMINS,
  "live.rows": READERS,
  "manifests.compare": READERS,
  "manifests.facets": READERS,
  "manifests.file": READERS,
  "manifests.get": READERS,
  "manifests.list": READERS,
  "manifests.open": READERS,
  "manifests.review": OWNERS,
  "manifests.usage": READERS,
  "manifests.versions": READERS,
  "members.change": ADMINS,
  "members.list": ADMINS,
  "members.remove": ADMINS,
  "memory.change": EDITORS,
  "memory.erase": OWNERS,
  "memory.facets": READERS,
  "memory.get": READERS,
  "memory.list": READERS,
  "notifications.addChannel": OWNERS,
  "notifications.changeChannel": OWNERS,
  "notifications.channels": READERS,
  "notifications.get": READERS,
  "notifications.list": READERS,
  "notifications.removeChannel": OWNERS,
  "notifications.renewSecret": OWNERS,
  "notifications.test": OWNERS,
  "overview.activity": READERS,
  "overview.agents": READERS,
  "overview.compactions": READERS,
  "overview.contentFindings": READERS,
  "overview.delegations": READERS,
  "overview.recorded": READERS,
  "overview.work": READERS,
  "overview.savings": READERS,
  "overview.savingsByPair": READERS,
  "overview.savingsByRule": READERS,
  "overview.worse": READERS,
  "policies.clients": READERS,
  "policies.content.check": EDITORS,
  "policies.content.matches": EDITORS,
  "policies.drafts.discard": EDITORS,
  "policies.drafts.get": READERS,
  "policies.drafts.restore": EDITORS,
  "policies.drafts.save": EDITORS,
  "policies.get": READERS,
  "policies.publications.check": READERS,
  "policies.publications.diff": READERS,
  "policies.publications.get": READERS,
  "policies.publications.list": READERS,
  "policies.publications.publish": OWNERS,
  "policies.publications.rollBack": OWNERS,
  "policies.releases.change": OWNERS,
  "policies.releases.finish": OWNERS,
  "policies.releases.get": READERS,
  "policies.releases.start": OWNERS,
  "policies.releases.stop": OWNERS,
  "policies.reviews.approve": OWNERS,
  "policies.reviews.comment": EDITORS,
  "policies.reviews.reject": OWNERS,
  "policies.reviews.request": EDITORS,
  "policies.reviews.set": OWNERS,
  "policies.reviews.setting": READERS,
  "policies.seen.agents": READERS,
  "policies.seen.fields": READERS,
  "policies.seen.handoff": READERS,
  "policies.seen.outlines": READERS,
  "policies.seen.pairs": READERS,
  "policies.seen.recent": READERS,
  "policies.traffic": READERS,
  "policies.versions": READERS,
  "preferences.setTimeZone": "user",
  "prices.import": OWNERS,
  "prices.list": READERS,
  "prices.remove": OWNERS,
  "prices.set": OWNERS,
  "prices.setDefaultModel": OWNERS,
  "ranking.get": READERS,
  "ranking.rows": READERS,
  "report.get": READERS,
  "reports.add": OWNERS,
  "reports.links": OWNERS,
  "reports.list": READERS,
  "reports.remove": OWNERS,
  "reports.revoke": OWNERS,
  "reports.send": OWNERS,
  "reports.share": OWNERS,
  "retention.get": ADMINS,
  "retention.preview": ADMINS,
  "retention.set": ADMINS,
  "rollout.changeAgent": OWNERS,
  "rollout.changeLimits": OWNERS,
  "rollout.changePhase": OWNERS,
  "rollout.get": READERS,
  "rollout.history": READERS,
  "rollout.settings": READERS,
  "savedViews.list": READERS,
  "savedViews.remove": READERS,
  "savedViews.rename": READERS,
  "savedViews.save": READERS,
  "savedViews.setDefault": OWNERS,
  "savings.change": READERS,
  "savings.artifacts": READERS,
  "savings.blockedFields": READERS,
  "savings.compactionLosses": READERS,
  "savings.compactions": READERS,
  "savings.errors": READERS,
  "savings.figures": READERS,
  "savings.handoffs": READERS,
  "savings.received": READERS,
  "savings.workflows": READERS,
  "sessions.columns": READERS,
  "sessions.compare": READERS,
  "sessions.contentFindings": READERS,
  "sessions.get": READERS,
  "sessions.getSummary": READERS,
  "sessions.lines": READERS,
  "sessions.facets": READERS,
  "sessions.list": READERS,
  "sessions.setColumns": READERS,
  "tasks.facets": READERS,
  "tasks.get": READERS,
  "tasks.list": READERS,
  "tasks.metrics": READERS,
  "traffic.fieldNames": READERS,
  "traffic.fields": READERS,
  "traffic.contentFindings": READERS,
  "traffic.leaks": READERS,
  "traffic.pairs": READERS,
  "traffic.ruleHistory": READERS,
  "traffic.rules": READERS,
  "traffic.sessions": READERS,
  "traffic.usage": READERS,
  "traffic.workflow": READERS,
  "traffic.workflows": READERS,
  "usage.get": READERS,
  "usage.rows": READERS,
  "workspaces.canFollowOwnSessions": "user",
  "workspaces.create": "user",
  "workspaces.get": MEMBERS,
  "workspaces.hidePeople": ADMINS,
  "workspaces.list": "user",
  "workspaces.remove": ADMINS,
  "workspaces.rename": ADMINS,
  "workspaces.status": MEMBERS,
} as const satisfies Record<string, Grant>;

/** Pages by the folder below `app/` that contains their `page.tsx`. */
export const PAGES = {
  "/": "user",
  "/account": "user",
  "/docs": "anyone",
  "/docs/[...page]": "anyone",
  "/forgot-password": "anyone",
  "/join": "anyone",
  "/reset-password": "anyone",
  // The secret in its address shows one report.
  "/shared/[workspace]/[token]": "anyone",
  "/sign-in": "anyone",
  "/sign-in/link": "anyone",
  "/w/[workspace]": MEMBERS,
  // Shows "not found".
  "/w/[workspace]/[...rest]": MEMBERS,
  "/w/[workspace]/audit": AUDITORS,
  "/w/[workspace]/connect": READERS,
  "/w/[workspace]/compare": READERS,
  "/w/[workspace]/documents": READERS,
  "/w/[workspace]/documents/[document]": READERS,
  "/w/[workspace]/inbox": READERS,
  "/w/[workspace]/ingest": READERS,
  "/w/[workspace]/lineage/[[...subject]]": READERS,
  "/w/[workspace]/manifests": READERS,
  "/w/[workspace]/manifests/[manifest]": READERS,
  "/w/[workspace]/manifests/address": READERS,
  "/w/[workspace]/manifests/rollout": READERS,
  "/w/[workspace]/memory": READERS,
  "/w/[workspace]/memory/[memory]": READERS,
  "/w/[workspace]/overview": READERS,
  "/w/[workspace]/policies": READERS,
  "/w/[workspace]/policies/changes": READERS,
  "/w/[workspace]/policies/coverage": READERS,
  "/w/[workspace]/policies/files": READERS,
  "/w/[workspace]/policies/content": READERS,
  "/w/[workspace]/policies/preview": READERS,
  "/w/[workspace]/policies/review": READERS,
  "/w/[workspace]/policies/tests": READERS,
  "/w/[workspace]/policies/versions": READERS,
  "/w/[workspace]/policies/versions/[number]": READERS,
  "/w/[workspace]/savings": READERS,
  "/w/[workspace]/savings/handoffs": READERS,
  "/w/[workspace]/usage": READERS,
  "/w/[workspace]/report": READERS,
  "/w/[workspace]/search": READERS,
  "/w/[workspace]/sessions": READERS,
  "/w/[workspace]/sessions/[session]": READERS,
  "/w/[workspace]/sessions/[session]/compactions/[compaction]": READERS,
  "/w/[workspace]/sessions/[session]/fields": READERS,
  "/w/[workspace]/sessions/[session]/handoffs/[event]": READERS,
  "/w/[workspace]/settings": MEMBERS,
  "/w/[workspace]/settings/alerts": READERS,
  "/w/[workspace]/settings/alerts/[alert]": READERS,
  "/w/[workspace]/settings/erasure": ADMINS,
  "/w/[workspace]/settings/keys": ADMINS,
  "/w/[workspace]/settings/limits": READERS,
  "/w/[workspace]/settings/members": ADMINS,
  "/w/[workspace]/settings/notifications": READERS,
  "/w/[workspace]/settings/retention": ADMINS,
  "/w/[workspace]/settings/reviews": READERS,
  "/w/[workspace]/settings/workspace": MEMBERS,
  "/w/[workspace]/settings/prices": READERS,
  "/w/[workspace]/tasks": READERS,
  "/w/[workspace]/tasks/[task]": READERS,
} as const satisfies Record<string, Grant>;

/** Route handlers by method and folder. */
export const ROUTES = {
  // Responds with "not found".
  "GET /api/[...path]": "anyone",
  "POST /api/[...path]": "anyone",
  // Callback of the single sign-on provider.
  "GET /api/auth/callback/[provider]": "anyone",
  // Health checks have no account.
  "GET /api/healthz": "anyone",
  "GET /api/readyz": "anyone",
  // Each procedure has its own row.
  "GET /api/trpc/[trpc]": "anyone",
  "POST /api/trpc/[trpc]": "anyone",
  // Each route of the API names the accepted scopes of a key (`./api/routes`).
  "GET /api/v1/[...path]": "anyone",
  "POST /api/v1/[...path]": "anyone",
  // These respond with the allowed methods.
  "DELETE /api/v1/[...path]": "anyone",
  "PATCH /api/v1/[...path]": "anyone",
  "PUT /api/v1/[...path]": "anyone",
  // Each tool needs a key with its scope (`./api/serve-mcp`).
  "DELETE /mcp": "anyone",
  "GET /mcp": "anyone",
  "POST /mcp": "anyone",
  "GET /w/[workspace]/audit/export": AUDITORS,
  "GET /w/[workspace]/sessions/[session]/export": READERS,
} as const satisfies Record<string, Grant>;

type NameOf<Table, Kind> = {
  [Name in keyof Table]: Table[Name] extends Kind ? Name : never;
}[keyof Table];

/**
 * Procedures of a workspace, of a signed-in
 * user, and open ones.
 */
export type WorkspaceProcedureName = NameOf<typeof PROCEDURES, readonly Role[]>;
export type UserProcedureName = NameOf<typeof PROCEDURES, "user">;
export type OpenProcedureName = NameOf<typeof PROCEDURES, "anyone">;
export type PageName = keyof typeof PAGES;

/** Returns true if the roles satisfy a row of the table. */
export function isPermitted(granted: readonly Role[], roles: readonly Role[]): boolean {
  return granted.some((role) => roles.includes(role));
}

/** Returns every workspace procedure that a user with these roles may call. */
export function listPermitted(roles: readonly Role[]): string[] {
  return Object.entries<Grant>(PROCEDURES).flatMap(([name, granted]) =>
    typeof granted !== "string" && isPermitted(granted, roles) ? [name] : [],
  );
}
