import type { Role } from "@baton/db";
import { isPermitted, PAGES as ROWS } from "@/server/permissions";

/** Pages of a workspace in sidebar order: URL segment, label, and the key after `g`. */
export const PAGES = [
  { segment: "overview", label: "Overview", key: "o" },
  { segment: "inbox", label: "Inbox", key: "n" },
  { segment: "policies", label: "Policies", key: "p" },
  { segment: "sessions", label: "Sessions", key: "s" },
  { segment: "lineage", label: "Lineage", key: "l" },
  { segment: "savings", label: "Savings", key: "v" },
  { segment: "usage", label: "Usage and cost", key: "c" },
  { segment: "manifests", label: "Artifacts", key: "a" },
  { segment: "ingest", label: "Ingest", key: "i" },
  { segment: "audit", label: "Audit", key: "u" },
  { segment: "settings", label: "Settings", key: "e" },
] as const;

/** Pages without their own sidebar entry, and the page that links to them. */
export const PAGES_UNDER = [
  { segment: "tasks", label: "Tasks", under: "manifests" },
  { segment: "documents", label: "Documents", under: "manifests" },
  { segment: "memory", label: "Memory", under: "manifests" },
  { segment: "connect", label: "Connect", under: "ingest" },
] as const;

/** Settings pages, by their row in the table of permissions. */
const SETTINGS_PAGES = [
  { label: "This browser", page: "/w/[workspace]/settings" },
  { label: "Workspace", page: "/w/[workspace]/settings/workspace" },
  { label: "Members", page: "/w/[workspace]/settings/members" },
  { label: "API keys", page: "/w/[workspace]/settings/keys" },
  { label: "Retention", page: "/w/[workspace]/settings/retention" },
  { label: "Erasure", page: "/w/[workspace]/settings/erasure" },
  { label: "Limits and agents", page: "/w/[workspace]/settings/limits" },
  { label: "Prices", page: "/w/[workspace]/settings/prices" },
  { label: "Alerts", page: "/w/[workspace]/settings/alerts" },
  { label: "Notifications", page: "/w/[workspace]/settings/notifications" },
  { label: "Reviews", page: "/w/[workspace]/settings/reviews" },
] as const;

/** Returns the settings pages available to these roles, in tab order. */
export function settingsPagesOf(
  workspace: string,
  roles: readonly Role[],
): readonly { label: string; href: string }[] {
  return SETTINGS_PAGES.filter(({ page }) => isPermitted(ROWS[page], roles)).map(({ label, page }) => ({
    label,
    href: addressOf(workspace, ...page.split("/").slice(3)),
  }));
}

export type PageSegment = (typeof PAGES)[number]["segment"];

/** Returns true if a user with these roles may open a page; the navigation hides others. */
export function mayOpen(
  segment: PageSegment | "tasks" | "documents" | "memory" | "connect" | "search",
  roles: readonly Role[],
): boolean {
  const page = segment === "lineage" ? "lineage/[[...subject]]" : segment;
  return isPermitted(ROWS[`/w/[workspace]/${page}`], roles);
}

/** Returns the URL of a page in a workspace, with each part escaped: `/w/default/sessions/…`. */
export function addressOf(workspace: string, ...parts: string[]): string {
  return `/w/${[workspace, ...parts].map(encodeURIComponent).join("/")}`;
}

/** Adds a query to a URL, without undefined parameters. */
export function withQuery(
  address: string,
  params: Readonly<Record<string, string | boolean | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `${address}?${query}`;
}
