import { readPublishedPolicy, readPublishedRollout } from "@baton/core/client";
import { HandoffRollout } from "@baton/core/manifest";
import type { Command } from "commander";
import { ADDRESS_OPTION, askServer } from "../../ask-server";
import { CommandError } from "../../command-error";
import { JSON_OPTION, printJson, printText } from "../../output";
import { writePolicyFiles } from "./write-policy-files";

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
    .option(...ADDRESS_OPTION)
    .option(...JSON_OPTION)
    .action(pull);
}

async function pull(path: string, options: PullOptions): Promise<void> {
  const { server } = options;
  const { text: answer } = await askServer("/policy", { server, scope: "read" });
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
