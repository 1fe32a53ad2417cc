import { importPolicy, type ParsedPolicy, type PolicySwitch } from "@baton/core";
import { and, asc, desc, eq } from "drizzle-orm";
import type { Database } from "../client";
import { policyPublication } from "../schema/index";
import { getLatestPolicyVersion, getPolicyVersion, readSeenSection } from "./policy";

/** Who does something: the id of an account, and the name that people know it by. */
export interface Person {
  id: string;
  name: string;
}

/** All that a version of a policy is made of. */
export interface PolicyContent {
  /** The whole document (`governance_policies.json`) as text, foreign sections and all. */
  document: string;
  policySwitch: PolicySwitch;
}

/** A policy that holds, or held, with what it is known by. */
export interface KnownPolicy extends PolicyContent {
  /** The hash of its content. */
  policyVersion: string;
  /** Its number among those that were published here; null where it was only seen at an orchestrator. */
  number: number | null;
}

/** The policy that was published last, which is live; null where none ever was. */
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

/**
 * What a draft is held against: the live policy; before anything was published the one that was seen last at
 * an orchestrator, and null where none was.
 */
export async function getBaselinePolicy(
  db: Database,
  { workspaceId }: { workspaceId: string },
): Promise<KnownPolicy | null> {
  const live = await getLivePolicy(db, { workspaceId });
  if (live) return live;
  const seen = await getLatestPolicyVersion(db, { workspaceId });
  return seen ? toSeenPolicy(seen) : null;
}

/**
 * A policy by the hash of its content, with the document of its last publication; where it was only seen,
 * with one that has nothing beside the section. Null where Baton has never seen it.
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
  return seen && toSeenPolicy(seen);
}

function toSeenPolicy(seen: NonNullable<Awaited<ReturnType<typeof getPolicyVersion>>>): KnownPolicy {
  const content = toContent({ ...seen, document: documentOf(readSeenSection(seen)) });
  return { ...content, policyVersion: seen.policyVersion, number: null };
}

/** The content of a row. */
export function toContent(row: {
  document: string;
  isEnabled: boolean;
  isObserving: boolean;
}): PolicyContent {
  return { document: row.document, policySwitch: { enabled: row.isEnabled, observe: row.isObserving } };
}

/** Reads a content as a policy. */
export function readPolicyContent({ document, policySwitch }: PolicyContent): ParsedPolicy {
  return importPolicy(document, policySwitch);
}

/** The document of a section of which nothing else is known. */
function documentOf(section: unknown): string {
  return `${JSON.stringify({ multi_agent_handoffs: section }, null, 2)}\n`;
}

/** The live policy of every workspace that has one. */
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
