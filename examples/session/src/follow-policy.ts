import { join } from "node:path";
import type { CompiledPolicy, ContextCompiler } from "@baton/core";
import { PolicyClient } from "@baton/core/client";
import { readEnvironment } from "./env";
import { readPolicyOf } from "./read-policy";

/** A policy, and a function that applies later ones. */
interface FollowedPolicy {
  policy: CompiledPolicy;
  /** Makes a compiler adopt each published policy from its next handoff on. */
  follow(compiler: ContextCompiler): void;
  stop(): void;
}

/**
 * Returns the live policy of the server in `BATON_URL` and `BATON_API_KEY`, or the one in the files of a
 * folder if neither is set.
 *
 * @param folder folder of the files, and of the last valid policy, which is used if the server is unreachable
 * at the next start.
 * @throws Error if only one of the two is set, because a server was intended then.
 */
export async function followPolicy(folder: string): Promise<FollowedPolicy> {
  const { BATON_URL: server, BATON_API_KEY: key } = readEnvironment();
  if (server === undefined || key === undefined) {
    return { policy: await readPolicyOf(folder), follow: () => {}, stop: () => {} };
  }
  const client = await PolicyClient.start({ server, key, savedAt: join(folder, "policy.json") });
  return {
    policy: client.policy,
    follow: (compiler) => client.onPolicy((policy) => compiler.adoptPolicy(policy)),
    stop: () => client.stop(),
  };
}
