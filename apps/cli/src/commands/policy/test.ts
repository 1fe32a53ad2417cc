import { runPolicyTests } from "@baton/core/policy";
import type { Command } from "commander";
import { EXIT_CODES } from "../../command-error";
import { nameInput } from "../../input";
import { createNowOption } from "../../now-option";
import { JSON_OPTION, printJson, printText } from "../../output";
import { readPolicy } from "./read-policy";

/** `baton policy test`: run the tests of a policy. */
export function registerPolicyTest(policy: Command): void {
  policy
    .command("test")
    .summary("run the tests of a policy; exit 1 if one fails")
    .description("Run the policy_tests of a document, as if it were enforced. Exits with 1 if one fails.")
    .argument("<file>", "a policy document (governance_policies.json); - is standard input")
    .addOption(createNowOption())
    .option(...JSON_OPTION)
    .action(test);
}

async function test(path: string, options: { now?: number; json?: true }): Promise<void> {
  const parsed = await readPolicy(path, options);
  if (!parsed) return;
  const results = await runPolicyTests(parsed, { now: options.now ?? Date.now() });
  const failed = results.filter(({ passes }) => !passes).length;
  if (failed > 0) process.exitCode = EXIT_CODES.failure;
  if (options.json) {
    const tests = results.map(({ name, passes, failures, ruleId }) => ({
      name,
      passes,
      failures,
      rule_id: ruleId,
    }));
    return printJson({ ok: failed === 0, findings: parsed.findings, policy_version: parsed.version, tests });
  }
  const lines = results.flatMap(({ name, passes, failures }) => [
    `${passes ? "pass" : "FAIL"} ${name}`,
    ...failures.map((failure) => `  ${failure}`),
  ]);
  const summary = `${nameInput(path)}: ${results.length - failed} of ${results.length} policy tests pass.`;
  printText([...lines, ...(lines.length > 0 ? [""] : []), summary].join("\n"));
}
