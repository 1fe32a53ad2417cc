import type { Role } from "@baton/db";
import { isPermitted, PAGES as ROWS } from "@/server/permissions";

/** The places of a workspace, as the sidebar lists them: the segment of the address, the words, the key after `g`. */
export const PAGES = [
  { segment: "overview", label: "Overview", key: "o" },
  { segment: "policies", label: "Policies", key: "p" },
  { segment: "sessions", label: "Sessions", key: "s" },
  { segment: "savings", label: "Savings", key: "v" },
  { segment: "manifests", label: "Artifacts", key: "a" },
  { segment: "ingest", label: "Ingest", key: "i" },
  { segment: "audit", label: "Audit", key: "u" },
  { segment: "settings", label: "Settings", key: "e" },
] as const;

/** Pages that stand in the sidebar under another one, whose tabs lead to them. */
export const PAGES_UNDER = [
  { segment: "tasks", label: "Tasks", under: "manifests" },
  { segment: "documents", label: "Documents", under: "manifests" },
] as const;

export type PageSegment = (typeof PAGES)[number]["segment"];

/** Whether somebody with these roles may open a page; what they may not is not offered. */
export function mayOpen(segment: PageSegment | "tasks" | "documents", roles: readonly Role[]): boolean {
  return isPermitted(ROWS[`/w/[workspace]/${segment}`], roles);
}

/** The address of a place in a workspace, each part escaped: `/w/default/sessions/…`. */
export function addressOf(workspace: string, ...parts: string[]): string {
  return `/w/${[workspace, ...parts].map(encodeURIComponent).join("/")}`;
}

/** An address with what is asked of it; what is not given is left out. */
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
