import type { CompiledPolicy } from "@baton/core";
import { switchSetting } from "@baton/core/policy";
import { type Database, getLivePolicy, getLivePolicyNumber, readPolicyContent } from "@baton/db";
import { compileForStored } from "@baton/server/content";

/** The content rules of a published version; null if it has none. */
interface KnownRules {
  readonly number: number;
  readonly compiled: CompiledPolicy | null;
}

/** The last known version by workspace. A version never changes. */
const known = new Map<string, KnownRules>();

/**
 * Returns the content rules of the live policy, for stored texts. Its other rules are left out, to save memory.
 *
 * @returns null without a live policy or content rules, and if the policy is off.
 */
export async function compileLiveRules(db: Database, workspaceId: string): Promise<CompiledPolicy | null> {
  const number = await getLivePolicyNumber(db, workspaceId);
  if (number === null) return null;
  const last = known.get(workspaceId);
  if (last?.number === number) return last.compiled;
  const live = await getLivePolicy(db, { workspaceId });
  const compiled = live && (await compileRules(live));
  known.set(workspaceId, { number, compiled });
  return compiled;
}

type LivePolicy = NonNullable<Awaited<ReturnType<typeof getLivePolicy>>>;

async function compileRules(live: LivePolicy): Promise<CompiledPolicy | null> {
  if (switchSetting(live.policySwitch) === "off") return null;
  const parsed = readPolicyContent(live);
  if (!parsed.ok || parsed.policy.content_rules.length === 0) return null;
  return compileForStored({ ...parsed, policy: { ...parsed.policy, agent_handoff_rules: [] } });
}
