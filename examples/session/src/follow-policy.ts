import { join } from "node:path";
import type { CompiledPolicy, ContextCompiler } from "@baton/core";
import { PolicyClient } from "@baton/core/client";
import { readEnvironment } from "./env";
import { readPolicyOf } from "./read-policy";

/** A policy, and what puts each later one in force. */
interface FollowedPolicy {
  policy: CompiledPolicy;
  /** Lets a compiler adopt each policy that is published, from its next handoff on. */
  follow(compiler: ContextCompiler): void;
  stop(): void;
}

/**
 * The live policy of the server that `BATON_URL` and `BATON_API_KEY` name; the one in
 * the files of a folder where neither is set.
 *
 * @param folder of the files; also where the last good policy is kept, in case that
 *   the server is away when this starts again.
 * @throws Error where only one of the two is set: whoever set it means to follow a server.
 */
export async function followPolicy(folder: string): Promise<FollowedPolicy> {
  const { BATON_URL: server, BATON_API_KEY: key } = readEnvironment();
  if (server === undefined || key === undefined) {
    return { policy: readPolicyOf(folder), follow: () => {}, stop: () => {} };
  }
  const client = await PolicyClient.start({ server, key, savedAt: join(folder, "policy.json") });
  return {
    policy: client.policy,
    follow: (compiler) => client.onPolicy((policy) => compiler.adoptPolicy(policy)),
    stop: () => client.stop(),
  };
}
