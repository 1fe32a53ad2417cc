import type { Policy } from "@baton/core";
import { diffRules } from "@baton/core/internal";
import type { RuleChange } from "@baton/core/policy";

/** Effect of an import on a rule. `kept`: none. */
export type ImportKind = Exclude<RuleChange["kind"], "moved"> | "kept";

export const IMPORT_KINDS = ["added", "changed", "removed", "kept"] as const satisfies readonly ImportKind[];

/** The rules of an import by what happens to each; every rule of either policy is in one list. */
export type ImportSummary = Readonly<Record<ImportKind, readonly RuleChange[]>>;

/** Sums up what replacing one policy by another does to its rules. A moved rule counts as changed. */
export function summarizeImport(before: Policy, after: Policy): ImportSummary {
  const changes = diffRules(before, after);
  const changedPlaces = new Set(changes.map(({ positionAfter }) => positionAfter));
  return {
    added: changes.filter(({ kind }) => kind === "added"),
    changed: changes.filter(({ kind }) => kind === "changed" || kind === "moved"),
    removed: changes.filter(({ kind }) => kind === "removed"),
    kept: after.agent_handoff_rules.flatMap(({ rule_id: ruleId }, position) =>
      changedPlaces.has(position)
        ? []
        : { ruleId, kind: "moved", positionBefore: position, positionAfter: position, settings: [] },
    ),
  };
}
