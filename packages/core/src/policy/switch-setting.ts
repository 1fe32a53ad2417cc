import type { PolicySwitch } from "./policy-switch";

/** The default switch: enforced. */
export const ENFORCED: PolicySwitch = { enabled: true, observe: false };

/** Result of the two flags of a switch. */
export const SWITCH_SETTINGS = ["off", "observe", "enforce"] as const;
export type SwitchSetting = (typeof SWITCH_SETTINGS)[number];

/**
 * Returns the setting of a switch: `observe` overrides `enabled`, so that trying out a policy never enforces
 * it.
 */
export function switchSetting(policySwitch: PolicySwitch): SwitchSetting {
  if (policySwitch.observe) return "observe";
  return policySwitch.enabled ? "enforce" : "off";
}
