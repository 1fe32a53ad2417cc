import type { CompiledPolicy } from "@baton/core";
import { switchSetting } from "@baton/core/policy";
import type { ApiContext } from "./create-api";
import { findLivePolicy, type LivePolicy } from "./live-policy";

/** Returns the live policy, which is kept until it changes; null if none was published. */
export function findKeptPolicy({ db, changes }: ApiContext, workspaceId: string): Promise<LivePolicy | null> {
  const read = async () => ({ value: await findLivePolicy(db, workspaceId), workspaceId });
  return changes.policies.find(workspaceId, read);
}

/** Returns the policy whose content rules apply to documents; undefined if none is live, or it is switched off. */
export async function findContentPolicy(
  context: ApiContext,
  workspaceId: string,
): Promise<CompiledPolicy | undefined> {
  const live = await findKeptPolicy(context, workspaceId);
  return live?.ok && switchSetting(live.switch) !== "off" ? live.compiled : undefined;
}
