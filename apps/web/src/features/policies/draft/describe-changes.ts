import type { Policy, PolicySwitch } from "@baton/core";
import { switchSetting } from "@baton/core/policy";
import { countChanges } from "../rule-change";
import { nameSetting } from "../setting-words";
import { EMPTY_CONTENT } from "./draft-content";
import { readPolicy } from "./read-policy";

/** Content of a version that scopes handoffs. */
interface Said {
  /** Null if it is not a valid policy. */
  readonly policy: Policy | null;
  readonly policySwitch: PolicySwitch;
}

/** Maximum settings to name; more are only counted. */
const FEW_SETTINGS = 2;

const NOTHING: Said = { policy: readPolicy(EMPTY_CONTENT), policySwitch: EMPTY_CONTENT.policySwitch };

/** Summarizes the changes of a draft: "rules: 1 added, for every handoff: Level". */
export function describeChanges(draft: Said & { policy: Policy }, live: Said = NOTHING): string {
  const { added, edited, deleted } = countChanges(draft.policy, live.policy);
  const rules = [
    added > 0 && `${added} added`,
    edited > 0 && `${edited} edited`,
    deleted > 0 && `${deleted} deleted`,
    added + deleted === 0 && isReordered(draft.policy, live.policy) && "reordered",
  ].filter(Boolean);
  const settings = live.policy ? findChangedSettings(draft.policy, live.policy) : [];
  const setting = switchSetting(draft.policySwitch);
  const parts = [
    rules.length > 0 && `rules: ${rules.join(", ")}`,
    settings.length > 0 &&
      `for every handoff: ${settings.length > FEW_SETTINGS ? `${settings.length} settings` : settings.map(nameSetting).join(", ")}`,
    setting !== switchSetting(live.policySwitch) && `handoff control: ${setting}`,
  ].filter(Boolean);
  return parts.join("; ") || "no rule or setting changed";
}

function isReordered(draft: Policy, live: Policy | null): boolean {
  const idsOf = (policy: Policy) => policy.agent_handoff_rules.map(({ rule_id }) => rule_id);
  return live !== null && JSON.stringify(idsOf(draft)) !== JSON.stringify(idsOf(live));
}

/** Returns the names of the settings that differ, except the rules. */
function findChangedSettings(draft: Policy, live: Policy): string[] {
  const [before, after] = [new Map(Object.entries(live)), new Map(Object.entries(draft))];
  const names = new Set([...before.keys(), ...after.keys()]);
  names.delete("agent_handoff_rules");
  return [...names].filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)));
}
