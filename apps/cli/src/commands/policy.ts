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
    .summary("judge, compare and move policies")
    .description("Judge, compare and move the policies that say what one agent hands to the next.");
  registerPolicyLint(policy);
  registerPolicyMatch(policy);
  registerPolicyDiff(policy);
  registerPolicyImport(policy);
  registerPolicyExport(policy);
  registerPolicyPull(policy);
}
