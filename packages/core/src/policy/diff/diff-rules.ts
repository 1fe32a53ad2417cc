import type { HandoffRule, Policy } from "../policy";

/**
 * A different setting. For lists of fields also the added and removed entries; null for a missing list or
 * value.
 */
export interface SettingChange {
  /** The name of the setting in the document: `handoff_mode`, `conversation_translation.summarize` … */
  readonly setting: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Change of a rule. `moved`: its position among the rules of its agent pair changed, which decides which one
 * applies.
 */
export interface RuleChange {
  readonly ruleId: string;
  readonly kind: "added" | "removed" | "changed" | "moved";
  /** Position of the rule from 0; null if the policy does not have it. */
  readonly positionBefore: number | null;
  readonly positionAfter: number | null;
  /** All settings of an added rule except its ID; empty for a removed rule. */
  readonly settings: readonly SettingChange[];
}

/** Compares two policies rule by rule, by rule ID; several rules with one ID by position. */
export function diffRules(before: Policy, after: Policy): RuleChange[] {
  const rows = new Map<string, number>();
  const old = placeRules(before, rows);
  const renewed = placeRules(after, rows);
  const changes = [...renewed].flatMap(([key, now]) => {
    const was = old.get(key);
    const positions = { positionBefore: was?.position ?? null, positionAfter: now.position };
    const ruleId = now.rule.rule_id;
    if (!was)
      return {
        ruleId,
        kind: "added" as const,
        ...positions,
        settings: diffSettings({ rule_id: ruleId }, now.rule),
      };
    const settings = diffSettings(was.rule, now.rule);
    const isMoved = was.row !== now.row;
    if (settings.length === 0 && !isMoved) return [];
    const kind = settings.length > 0 ? ("changed" as const) : ("moved" as const);
    return { ruleId, kind, ...positions, settings };
  });
  const removed = [...old]
    .filter(([key]) => !renewed.has(key))
    .map(([, { rule, position }]) => ({
      ruleId: rule.rule_id,
      kind: "removed" as const,
      positionBefore: position,
      positionAfter: null,
      settings: [],
    }));
  return [...changes, ...removed];
}

/** Compares the settings of two policies without their rules of either kind. */
export function diffPolicySettings(before: Policy, after: Policy): SettingChange[] {
  return diffSettings(withoutLists(before), withoutLists(after));
}

function withoutLists({
  agent_handoff_rules: _rules,
  content_rules: _contentRules,
  policy_tests: _tests,
  ...settings
}: Policy) {
  return settings;
}

function diffSettings(before: object, after: object, prefix = ""): SettingChange[] {
  const [old, renewed] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...renewed.keys()])].flatMap((key) => {
    const [was, now] = [old.get(key) ?? null, renewed.get(key) ?? null];
    if (JSON.stringify(was) === JSON.stringify(now)) return [];
    const setting = prefix + key;
    if (key === "conversation_translation") return diffSettings(was ?? {}, now ?? {}, `${setting}.`);
    const [wasList, nowList] = [textsOf(was), textsOf(now)];
    const [wasThere, isThere] = [new Set(wasList), new Set(nowList)];
    return {
      setting,
      before: was,
      after: now,
      added: nowList.filter((entry) => !wasThere.has(entry)),
      removed: wasList.filter((entry) => !isThere.has(entry)),
    };
  });
}

interface PlacedRule {
  readonly rule: HandoffRule;
  readonly position: number;
  /** Identifies the earlier rules for the same agents: equal numbers mean the same IDs in the same order. */
  readonly row: number;
}

/**
 * Returns the place of each rule.
 *
 * @param rows numbers of rows, by the previous row and the last ID: storing only the end keeps long rows
 * cheap.
 */
function placeRules(policy: Policy, rows: Map<string, number>): Map<string, PlacedRule> {
  const timesSeen = new Map<string, number>();
  const rowOfPair = new Map<string, number>();
  return new Map(
    policy.agent_handoff_rules.map((rule, position) => {
      const count = (timesSeen.get(rule.rule_id) ?? 0) + 1;
      timesSeen.set(rule.rule_id, count);
      const pair = JSON.stringify([rule.from_agent_id, rule.to_agent_id]);
      const row = rowOfPair.get(pair) ?? 0;
      const end = `${row} ${rule.rule_id}`;
      const next = rows.get(end) ?? rows.size + 1;
      rows.set(end, next);
      rowOfPair.set(pair, next);
      return [`${count} ${rule.rule_id}`, { rule, position, row }];
    }),
  );
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
