import { importPolicy, type ParsedPolicy, type PolicySwitch } from "@baton/core";
import { and, asc, desc, eq } from "drizzle-orm";
import type { Database } from "../../client";
import { policyPublication } from "../../schema/index";
import { getLatestPolicyVersion, getPolicyVersion, readReportedSection } from "./policy";

/** The author of an action: account ID and display name. */
export interface Person {
  id: string;
  name: string;
}

/** Content of a policy version. */
export interface PolicyContent {
  /** The whole document (`governance_policies.json`) as text, including other sections. */
  document: string;
  policySwitch: PolicySwitch;
}

/** A policy with its version. */
export interface KnownPolicy extends PolicyContent {
  /** Content hash. */
  policyVersion: string;
  /** Number of the published version; null if it was only reported by an orchestrator. */
  number: number | null;
}

/** Returns the live policy, published last; null if none was. */
export async function getLivePolicy(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<(KnownPolicy & { number: number; publishedAt: Date }) | null> {
  const [last] = await db
    .select()
    .from(policyPublication)
    .where(eq(policyPublication.workspaceId, workspaceId))
    .orderBy(desc(policyPublication.number))
    .limit(1);
  return last ? { ...toContent(last), ...last } : null;
}

/** Returns the number of the live policy; null without one. */
export async function getLivePolicyNumber(db: Database, workspaceId: string): Promise<number | null> {
  const [last] = await db
    .select({ number: policyPublication.number })
    .from(policyPublication)
    .where(eq(policyPublication.workspaceId, workspaceId))
    .orderBy(desc(policyPublication.number))
    .limit(1);
  return last?.number ?? null;
}

/**
 * Returns the policy that a draft is compared with: the live one, or before the first version the one an
 * orchestrator reported last; null without any.
 */
export async function getBaselinePolicy(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<KnownPolicy | null> {
  const live = await getLivePolicy(db, { workspaceId });
  if (live) return live;
  const seen = await getLatestPolicyVersion(db, { workspaceId });
  return seen ? toReportedPolicy(seen) : null;
}

/**
 * Returns a policy by its content hash, with the document of its last publication. A reported policy has only
 * the section. Null if Baton does not know it.
 */
export async function getKnownPolicy(
  db: Database,
  { workspaceId, version }: { workspaceId: string; version: string },
): Promise<KnownPolicy | null> {
  const [published] = await db
    .select()
    .from(policyPublication)
    .where(and(eq(policyPublication.workspaceId, workspaceId), eq(policyPublication.policyVersion, version)))
    .orderBy(desc(policyPublication.number))
    .limit(1);
  if (published) return { ...toContent(published), policyVersion: version, number: published.number };
  const seen = await getPolicyVersion(db, { workspaceId, version });
  return seen && toReportedPolicy(seen);
}

function toReportedPolicy(seen: NonNullable<Awaited<ReturnType<typeof getPolicyVersion>>>): KnownPolicy {
  const content = toContent({ ...seen, document: documentOf(readReportedSection(seen)) });
  return { ...content, policyVersion: seen.policyVersion, number: null };
}

/** Returns the content of a row. */
export function toContent(row: {
  document: string;
  isEnabled: boolean;
  isObserving: boolean;
}): PolicyContent {
  return { document: row.document, policySwitch: { enabled: row.isEnabled, observe: row.isObserving } };
}

/** Parses a content as a policy. */
export function readPolicyContent({ document, policySwitch }: PolicyContent): ParsedPolicy {
  return importPolicy(document, policySwitch);
}

/** Returns the document for a section without any other content. */
function documentOf(section: unknown): string {
  return `${JSON.stringify({ multi_agent_handoffs: section }, null, 2)}\n`;
}

/** Returns the live policy of every workspace that has one. */
export async function listLivePolicies(
  db: Database,
): Promise<(KnownPolicy & { workspaceId: string; number: number; publishedAt: Date })[]> {
  const { workspaceId, number } = policyPublication;
  const rows = await db
    .selectDistinctOn([workspaceId])
    .from(policyPublication)
    .orderBy(asc(workspaceId), desc(number));
  return rows.map((row) => ({ ...toContent(row), ...row }));
}
