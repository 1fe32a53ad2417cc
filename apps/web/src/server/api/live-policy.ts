import { type CompiledPolicy, compileWithDetectors, type ParsedPolicy } from "@baton/core";
import { type Database, getLivePolicy, readPolicyContent } from "@baton/db";

type ReadPolicy = Extract<ParsedPolicy, { ok: true }>;

/** The live policy for orchestrators and for scoping; or why it is invalid. */
export type LivePolicy =
  | (Pick<ReadPolicy, "ok" | "version" | "switch" | "section"> & { compiled: CompiledPolicy })
  | Extract<ParsedPolicy, { ok: false }>;

/**
 * Caches published policies, which never change: orchestrators request them at each handoff, and many
 * requests wait.
 */
const known = new Map<string, LivePolicy>();
const MAX_KNOWN = 100;

/** Returns the live policy; null if none was published. */
export async function findLivePolicy(db: Database, workspaceId: string): Promise<LivePolicy | null> {
  const live = await getLivePolicy(db, { workspaceId });
  if (!live) return null;
  // Includes the time, since a workspace that is erased and created again restarts at 1.
  const key = JSON.stringify([workspaceId, live.number, live.publishedAt]);
  const policy = known.get(key) ?? (await read(readPolicyContent(live)));
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= MAX_KNOWN && !known.has(key)) known.delete(oldest);
  known.set(key, policy);
  return policy;
}

async function read(parsed: ParsedPolicy): Promise<LivePolicy> {
  if (!parsed.ok) return parsed;
  const { ok, version, section } = parsed;
  return { ok, version, switch: parsed.switch, section, compiled: await compileWithDetectors(parsed) };
}
