import { type Finding, loadDetectors } from "@baton/core";
import { countOf } from "@baton/core/internal";
import { lintPolicy } from "@baton/core/policy";
import type { Command } from "commander";
import { EXIT_CODES } from "../../command-error";
import { countFindings, describeFindings } from "../../findings";
import { nameInput } from "../../input";
import { createNowOption } from "../../now-option";
import { JSON_OPTION, printJson, printText } from "../../output";
import { readPolicy } from "./read-policy";

/** `baton policy lint`: find probable mistakes in a policy. */
export function registerPolicyLint(policy: Command): void {
  policy
    .command("lint")
    .summary("find likely mistakes in a policy")
    .description("Find likely mistakes in a policy: rules that never apply, blocks that are lost …")
    .argument("<file>", "a policy document (governance_policies.json); - is standard input")
    .addOption(createNowOption())
    .option(...JSON_OPTION)
    .action(lint);
}

async function lint(path: string, options: { now?: number; json?: true }): Promise<void> {
  const parsed = await readPolicy(path, options);
  if (!parsed) return;
  const { policy, version, sectionPath } = parsed;
  const found = lintPolicy(policy, {
    now: options.now ?? Date.now(),
    sectionPath,
    ...(policy.content_rules.length > 0 && { detectors: await loadDetectors() }),
  });
  const findings: Finding[] = [...parsed.findings, ...found];
  if (findings.length > 0) process.exitCode = EXIT_CODES.failure;
  if (options.json) return printJson({ ok: findings.length === 0, findings, policy_version: version });
  const rules = policy.agent_handoff_rules.length;
  const size = countOf(rules, "rule");
  const summary = `${nameInput(path)}: ${size}, ${countFindings(findings)}.`;
  printText(findings.length === 0 ? summary : `${describeFindings(findings)}\n\n${summary}`);
}
