import type { Command } from "commander";
import { registerPolicyDiff } from "./policy/diff";
import { registerPolicyExport } from "./policy/export";
import { registerPolicyImport } from "./policy/import";
import { registerPolicyLint } from "./policy/lint";
import { registerPolicyMatch } from "./policy/match";
import { registerPolicyPropose } from "./policy/propose";
import { registerPolicyPull } from "./policy/pull";
import { registerPolicyReplay } from "./policy/replay";
import { registerPolicyTest } from "./policy/test";

/** `baton policy …`: lint, diff, import and export policies. */
export function registerPolicy(program: Command): void {
  const policy = program
    .command("policy")
    .summary("lint, test, diff, replay, propose, import and export policies")
    .description(
      "Lint, test, compare, replay, propose, import and export policies, which control the fields that agents pass to each\nother.",
    );
  registerPolicyLint(policy);
  registerPolicyTest(policy);
  registerPolicyMatch(policy);
  registerPolicyDiff(policy);
  registerPolicyImport(policy);
  registerPolicyExport(policy);
  registerPolicyPull(policy);
  registerPolicyPropose(policy);
  registerPolicyReplay(policy);
}
