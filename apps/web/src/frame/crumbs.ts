import { decodePart } from "@/search/decode-part";
import { addressOf, PAGES, PAGES_UNDER } from "./pages";

interface Crumb {
  label: string;
  href?: string;
}

/** Labels of segments below a page that are not pages themselves. */
const PART_LABELS = new Map([
  ["handoffs", "Handoff"],
  ["compactions", "Compaction"],
  ["fields", "Fields"],
]);

/** Pages that neither the sidebar nor the jump menu lists. */
const UNLISTED = [
  { segment: "compare", label: "Compare", under: "sessions" },
  { segment: "report", label: "Report", under: "overview" },
] as const;

/** Pages below a page; their segments are not IDs. */
const PAGES_BELOW: Record<string, string> = {
  "manifests/address": "Address",
  "lineage/agents": "Agents",
  "lineage/fields": "Fields",
  "lineage/pairs": "Pairs",
  "lineage/rules": "Rules",
  "lineage/workflows": "Workflows",
  "manifests/rollout": "Rollout",
  "policies/changes": "Changes",
  "policies/content": "Content rules",
  "policies/coverage": "Coverage grid",
  "policies/files": "Import and export",
  "policies/preview": "Preview",
  "policies/review": "Review",
  "policies/tests": "Tests",
  "policies/versions": "Versions",
  "savings/handoffs": "Handoffs",
  "settings/alerts": "Alerts",
  "settings/erasure": "Erasure",
  "settings/keys": "API keys",
  "settings/limits": "Limits and agents",
  "settings/members": "Members",
  "settings/notifications": "Notifications",
  "settings/prices": "Prices",
  "settings/retention": "Retention",
  "settings/reviews": "Reviews",
  "settings/workspace": "Workspace",
};

/**
 * Maximum segments to show below a page. No page is deeper, and the URL of each
 * crumb repeats all segments before it.
 */
const DEEPEST = 6;

/**
 * Returns the breadcrumbs of a URL in a workspace: the workspace, the page, then the item.
 *
 * @param pathname `/w/{workspace}/…`, escaped as in the URL.
 */
export function crumbsOf(pathname: string, workspaceName: string): Crumb[] {
  const [, , workspace = "", segment = "", ...rest] = pathname.split("/", 4 + DEEPEST).map(decodePart);
  const under = [...PAGES_UNDER, ...UNLISTED].find((candidate) => candidate.segment === segment);
  const page = PAGES.find((candidate) => candidate.segment === (under?.under ?? segment));
  const crumbs: Crumb[] = [{ label: workspaceName, href: addressOf(workspace) }];
  if (segment === "search") return [...crumbs, { label: "Search" }];
  if (!page) return crumbs;
  crumbs.push({ label: page.label, href: addressOf(workspace, page.segment) });
  if (under) crumbs.push({ label: under.label, href: addressOf(workspace, segment) });
  rest.forEach((part, index) => {
    const label = segment === "lineage" ? undefined : PART_LABELS.get(part);
    if (label !== undefined && index > 0) {
      crumbs.push({ label });
    } else if (segment === "lineage" || !PART_LABELS.has(rest[index - 1] ?? "")) {
      const name = PAGES_BELOW[[segment, ...rest.slice(0, index + 1)].join("/")] ?? shorten(part);
      crumbs.push({ label: name, href: addressOf(workspace, segment, ...rest.slice(0, index + 1)) });
    }
  });
  return crumbs;
}

/** Shortens a hash to its beginning. */
function shorten(id: string): string {
  return /^[0-9a-f]{64}$/.test(id) ? id.slice(0, 12) : id;
}
