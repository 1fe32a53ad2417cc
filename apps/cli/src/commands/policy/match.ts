import { createPolicyIndex, explainMatch } from "@baton/core/policy";
import type { Command } from "commander";
import { createNowOption } from "../../now-option";
import { JSON_OPTION, printJson, printText } from "../../output";
import { readPolicy } from "./read-policy";

interface MatchOptions {
  from: string;
  to: string;
  now?: number;
  json?: true;
}

/** `baton policy match`: show which rule applies to a handoff, and why. */
export function registerPolicyMatch(policy: Command): void {
  policy
    .command("match")
    .summary("show which rule applies to a handoff, and why")
    .description("Show which rule applies to a handoff, and why the other rules for the two agents do not.")
    .argument("<file>", "a policy document (governance_policies.json); - is standard input")
    .requiredOption("--from <agent>", "sender")
    .requiredOption("--to <agent>", "receiver")
    .addOption(createNowOption())
    .option(...JSON_OPTION)
    .action(match);
}

async function match(path: string, options: MatchOptions): Promise<void> {
  const parsed = await readPolicy(path, options);
  if (!parsed) return;
  const index = createPolicyIndex(parsed.policy);
  const now = options.now ?? Date.now();
  const { match: found, candidates, summary } = explainMatch(index, options.from, options.to, { now });
  if (options.json) {
    return printJson({
      rule_id: found.ruleId,
      mode: found.mode,
      specificity: found.specificity,
      position: found.position,
      summary,
      candidates: candidates.map(({ ruleId, mode, specificity, position, verdict, reason }) => ({
        rule_id: ruleId,
        mode,
        specificity,
        position,
        verdict,
        reason,
      })),
    });
  }
  const lines = candidates.map(({ ruleId, verdict, reason }) => {
    const mark = verdict === "applies" ? "→" : " ";
    return `${mark} ${ruleId}: ${reason}`;
  });
  printText([summary, ...lines].join("\n"));
}
