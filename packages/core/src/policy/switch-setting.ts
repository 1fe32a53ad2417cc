import type { PolicySwitch } from "./policy-switch";

/** The default switch: enforced. */
export const ENFORCED: PolicySwitch = { enabled: true, observe: false };

/** Result of the two flags of a switch. */
export const SWITCH_SETTINGS = ["off", "observe", "enforce"] as const;
export type SwitchSetting = (typeof SWITCH_SETTINGS)[number];

/** The setting of a switch: `observe` wins over `enabled`, so that trying a policy out never enforces it. */
export function switchSetting(policySwitch: PolicySwitch): SwitchSetting {
  if (policySwitch.observe) return "observe";
  return policySwitch.enabled ? "enforce" : "off";
}
