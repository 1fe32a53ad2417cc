import { type Database, getPolicyVersion, readReportedPolicy } from "@baton/db";
import { isCheckable, PolicyBlocks, ViolationChecker } from "@baton/server/lineage";
import { toStorableText } from "@baton/server/storable-text";

/**
 * Maximum characters of a policy, and of all cached policies. A compiled policy needs forty times as much
 * memory. Longer ones are not checked, and cannot be published.
 */
const MAX_POLICY_LENGTH = 2_000_000;
/** Maximum characters to compile for one batch, which takes some seconds. */
const MAX_COMPILED_LENGTH = 8_000_000;

/** A policy version, compiled for checks of handoffs that name it. */
export interface CheckedPolicy {
  /** Null for an invalid policy. */
  readonly check: ViolationChecker | null;
  readonly blocks: PolicyBlocks | null;
  readonly length: number;
}

/** Cached policies by workspace and version. A version never changes, so they never become outdated. */
const policies = new Map<string, CheckedPolicy>();

/**
 * Calls `use` for each reported policy version with the items that name it, one version at a time, so that
 * each can be freed before the next one, because a log may report many large policies.
 *
 * @returns the items whose version is not reported yet, and those that did not fit into one batch.
 */
export async function forEachPolicy<Item>(
  db: Database,
  { workspaceId, items }: { workspaceId: string; items: ReadonlyMap<string, readonly Item[]> },
  use: (policy: CheckedPolicy, items: readonly Item[]) => void,
): Promise<{ unreported: Item[]; postponed: Item[] }> {
  const unreported: Item[] = [];
  const postponed: Item[] = [];
  let compiledLength = 0;
  for (const [version, named] of items) {
    const key = JSON.stringify([workspaceId, version]);
    let kept = policies.get(key);
    if (!kept && compiledLength >= MAX_COMPILED_LENGTH) {
      postponed.push(...named);
      continue;
    }
    if (!kept) {
      kept = await loadPolicy(db, workspaceId, version, key);
      compiledLength += kept?.length ?? 0;
    }
    if (kept) use(kept, named);
    else unreported.push(...named);
  }
  return { unreported, postponed };
}

/** Loads a policy; returns undefined for an unreported version. */
async function loadPolicy(
  db: Database,
  workspaceId: string,
  version: string,
  key: string,
): Promise<CheckedPolicy | undefined> {
  const row = await getPolicyVersion(db, { workspaceId, version: toStorableText(version) });
  if (!row) return undefined;
  const { length } = row.policyText;
  const keptLength = [...policies.values()].reduce((sum, kept) => sum + kept.length, 0);
  // Free memory before the next one is compiled.
  if (keptLength + length > MAX_POLICY_LENGTH) policies.clear();
  const kept = { ...compile(row, version), length };
  policies.set(key, kept);
  return kept;
}

type ReportedPolicy = NonNullable<Awaited<ReturnType<typeof getPolicyVersion>>>;

function compile(row: ReportedPolicy, version: string): Omit<CheckedPolicy, "length"> {
  if (row.policyText.length > MAX_POLICY_LENGTH) return { check: null, blocks: null };
  const parsed = readReportedPolicy(row);
  if (!parsed.ok || !isCheckable(parsed.policy)) return { check: null, blocks: null };
  return {
    check: new ViolationChecker(parsed.policy, { enabled: row.isEnabled, observe: row.isObserving }),
    blocks: new PolicyBlocks(new Map([[version, parsed.policy]])),
  };
}
