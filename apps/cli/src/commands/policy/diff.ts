import {
  diffPolicies,
  type FieldChange,
  type PolicyDiff,
  type RuleChange,
  type SettingChange,
} from "@baton/core/policy";
import type { Command } from "commander";
import { createNowOption } from "../../now-option";
import { JSON_OPTION, printJson, printText } from "../../output";
import { readPolicy } from "./read-policy";

/** `baton policy diff`: compare the effects of two policies. */
export function registerPolicyDiff(policy: Command): void {
  policy
    .command("diff")
    .summary("compare the effects of two policies")
    .description(
      "Report the effect of replacing one policy with another: fields newly passed, fields newly blocked, and their receivers.",
    )
    .argument("<before>", "a policy document (governance_policies.json)")
    .argument("<after>", "the policy document that replaces it; - is standard input")
    .addOption(createNowOption())
    .option(...JSON_OPTION)
    .action(diff);
}

async function diff(before: string, after: string, options: { now?: number; json?: true }): Promise<void> {
  const old = await readPolicy(before, options);
  const renewed = old && (await readPolicy(after, options));
  if (!old || !renewed) return;
  const found = diffPolicies(old.policy, renewed.policy, { now: options.now ?? Date.now() });
  if (options.json) printJson(toJson(found));
  else printText(describe(found));
}

function describe(found: PolicyDiff): string {
  const proof = found.isStricterOnly
    ? "Stricter only: nothing new can pass between any agents."
    : `Not stricter only: ${found.loosening}.`;
  const pairs = found.pairs.map(({ from, to, before, after, newlyLetThrough, newlyBlocked }) =>
    [
      `${from} → ${to}: ${nameRule(before)} → ${nameRule(after)}`,
      ...newlyLetThrough.map((field) => `  + ${field.field}`),
      ...newlyBlocked.map((field) => `  - ${field.field}`),
    ].join("\n"),
  );
  const changes = [
    ...found.settings.map(describeSetting),
    ...found.rules.map(describeRule),
    ...found.contentRules.map(({ kind, sentence }) => `content rule ${kind}: ${sentence}`),
    ...found.tests.map(({ name, kind }) => `policy test ${kind}: ${name}`),
  ];
  return [`This ${found.headline}.`, proof, ...pairs, ...changes].join("\n");
}

function nameRule({ ruleId, mode }: { ruleId: string | null; mode: string }): string {
  return `${ruleId ?? "no rule"} (${mode})`;
}

function describeRule({ ruleId, kind, settings }: RuleChange): string {
  return [`rule ${ruleId}: ${kind}`, ...settings.map((setting) => `  ${describeSetting(setting)}`)].join(
    "\n",
  );
}

function describeSetting({ setting, before, after, added, removed }: SettingChange): string {
  const entries = [...added.map((entry) => `+${entry}`), ...removed.map((entry) => `-${entry}`)];
  if (entries.length > 0 && before !== null && after !== null) return `${setting}: ${entries.join(", ")}`;
  if (before === null) return `${setting}: ${JSON.stringify(after)}`;
  return `${setting}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
}

function toJson(found: PolicyDiff): object {
  const fields = (changes: readonly FieldChange[]) => changes.map(({ field, paths }) => ({ field, paths }));
  const rule = ({ ruleId, mode }: { ruleId: string | null; mode: string }) => ({ rule_id: ruleId, mode });
  return {
    headline: found.headline,
    stricter_only: found.isStricterOnly,
    loosening: found.loosening,
    pairs: found.pairs.map(({ from, to, before, after, newlyLetThrough, newlyBlocked }) => ({
      from,
      to,
      before: rule(before),
      after: rule(after),
      newly_let_through: fields(newlyLetThrough),
      newly_blocked: fields(newlyBlocked),
    })),
    rules: found.rules.map(({ ruleId, kind, positionBefore, positionAfter, settings }) => ({
      rule_id: ruleId,
      kind,
      position_before: positionBefore,
      position_after: positionAfter,
      settings,
    })),
    settings: found.settings,
    content_rules: found.contentRules.map(({ ruleId, kind, before, after }) => ({
      rule_id: ruleId,
      kind,
      before,
      after,
    })),
    policy_tests: found.tests,
  };
}
