import { describeRefusal, readPublishedPolicy, readPublishedRollout } from "@baton/core/client";
import { HandoffRollout } from "@baton/core/manifest";
import type { Command } from "commander";
import { CommandError } from "../../command-error";
import { readEnvironment } from "../../env";
import { JSON_OPTION, printJson, printText } from "../../output";
import { findServerAddress } from "../../server-address";
import { writePolicyFiles } from "./write-policy-files";

const ANSWER_LIMIT_MILLISECONDS = 10_000;

interface PullOptions {
  server?: string;
  config?: string;
  json?: true;
}

/** `baton policy pull`: write a server's live policy into files. */
export function registerPolicyPull(policy: Command): void {
  policy
    .command("pull")
    .summary("write the live policy of a server into a document")
    .description(
      "Write the live policy of a server into a document. Other content of the document and unchanged bytes stay.\nSet BATON_API_KEY to an API key with the scope `read` or `evaluate`.",
    )
    .argument("<file>", "policy document (governance_policies.json), created if missing")
    .option("--config <file>", "system configuration for the switch and handoff_rollout, created if missing")
    .option("--server <url>", "server URL (default: BATON_URL, else the server on this machine)")
    .option(...JSON_OPTION)
    .action(pull);
}

async function pull(path: string, options: PullOptions): Promise<void> {
  const { BATON_API_KEY: key } = readEnvironment();
  if (key === undefined) throw new CommandError("Set BATON_API_KEY to an API key with the scope `read`.");
  const answer = await ask(options.server ?? findServerAddress(), key);
  const read = await readPublishedPolicy(answer);
  const rollout = readPublishedRollout(answer) ?? HandoffRollout.parse({});
  if (!read.ok) throw new CommandError(`Nothing was written: ${read.reason}.`);
  const { version, section, switch: policySwitch } = read.policy;
  const written =
    section && (await writePolicyFiles({ path, ...options }, section, { policySwitch, rollout }));
  if (!written) return;
  if (options.json) return printJson({ ok: true, findings: [], policy_version: version, written });
  printText(`Version ${version} written to ${written.join(" and ")}.`);
}

async function ask(server: string, key: string): Promise<string> {
  if (!URL.canParse(server)) throw new CommandError(`“${server}” is not a server URL.`);
  const headers = { authorization: `Bearer ${key}` };
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MILLISECONDS);
  const giveUp = (): never => {
    throw new CommandError(`${server} does not respond.`);
  };
  const response = await fetch(new URL("/api/v1/policy", server), { headers, signal }).catch(giveUp);
  if (response.ok) return response.text().catch(giveUp);
  throw new CommandError(`${server} responded with ${response.status}: ${await describeRefusal(response)}`);
}
