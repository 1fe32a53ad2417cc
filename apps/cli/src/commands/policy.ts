import type { Command } from "commander";
import { registerPolicyDiff } from "./policy/diff";
import { registerPolicyExport } from "./policy/export";
import { registerPolicyImport } from "./policy/import";
import { registerPolicyLint } from "./policy/lint";
import { registerPolicyMatch } from "./policy/match";
import { registerPolicyPull } from "./policy/pull";

/** `baton policy …`: lint, diff, import and export policies. */
export function registerPolicy(program: Command): void {
  const policy = program
    .command("policy")
    .summary("lint, diff, import and export policies")
    .description(
      "Lint, compare, import and export policies, which control the fields that agents pass to each other.",
    );
  registerPolicyLint(policy);
  registerPolicyMatch(policy);
  registerPolicyDiff(policy);
  registerPolicyImport(policy);
  registerPolicyExport(policy);
  registerPolicyPull(policy);
}
