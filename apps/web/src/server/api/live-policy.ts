import { type CompiledPolicy, compileWithDetectors, type ParsedPolicy, withCandidate } from "@baton/core";
import type { ReleaseStage } from "@baton/core/policy";
import {
  type Database,
  getLivePolicy,
  getRunningRelease,
  type PolicyContent,
  readPolicyContent,
  toContent,
} from "@baton/db";

type ReadPolicy = Extract<ParsedPolicy, { ok: true }>;

type ReadVersion = Pick<ReadPolicy, "ok" | "version" | "switch" | "section"> & { compiled: CompiledPolicy };
type InvalidVersion = Extract<ParsedPolicy, { ok: false }>;

/** The live policy for orchestrators and for scoping; or why it is invalid. */
export type LivePolicy =
  | (ReadVersion & {
      /** A version that is released in steps; null without one. `compiled` includes it. */
      candidate: (ReadVersion & { release: ReleaseStage }) | null;
    })
  | InvalidVersion;

/**
 * Caches versions, whose contents never change: orchestrators request them at each handoff, and many
 * requests wait.
 */
const known = new Map<string, ReadVersion | InvalidVersion>();
const MAX_KNOWN = 100;

/** Returns the live policy; null if none was published. */
export async function findLivePolicy(db: Database, workspaceId: string): Promise<LivePolicy | null> {
  const [live, release] = await Promise.all([
    getLivePolicy(db, { workspaceId }),
    getRunningRelease(db, { workspaceId }),
  ]);
  if (!live) return null;
  // Includes the time, since a workspace that is erased and created again restarts at 1.
  const policy = await readOnce([workspaceId, live.number, live.publishedAt], live);
  if (!policy.ok) return policy;
  const candidate =
    release &&
    (await readOnce([workspaceId, "release", release.releaseId, release.startedAt], toContent(release)));
  if (!candidate?.ok || !release) return { ...policy, candidate: null };
  const compiled = withCandidate(policy.compiled, candidate.compiled, release.stage);
  return { ...policy, compiled, candidate: { ...candidate, release: release.stage } };
}

async function readOnce(
  place: readonly unknown[],
  content: PolicyContent,
): Promise<ReadVersion | InvalidVersion> {
  const key = JSON.stringify(place);
  const policy = known.get(key) ?? (await read(readPolicyContent(content)));
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= MAX_KNOWN && !known.has(key)) known.delete(oldest);
  known.set(key, policy);
  return policy;
}

async function read(parsed: ParsedPolicy): Promise<ReadVersion | InvalidVersion> {
  if (!parsed.ok) return parsed;
  const { ok, version, section } = parsed;
  return { ok, version, switch: parsed.switch, section, compiled: await compileWithDetectors(parsed) };
}
