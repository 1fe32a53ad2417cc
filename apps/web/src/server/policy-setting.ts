import { type SwitchSetting, switchSetting } from "@baton/core/policy";

/** Returns the setting for the two flags of a reported policy. */
export function settingOf(flags: { isEnabled: boolean; isObserving: boolean }): SwitchSetting {
  return switchSetting({ enabled: flags.isEnabled, observe: flags.isObserving });
}
