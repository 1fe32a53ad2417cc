import { type SwitchSetting, switchSetting } from "@baton/core";

/** What the two flags that a policy was announced with come to. */
export function settingOf(flags: { isEnabled: boolean; isObserving: boolean }): SwitchSetting {
  return switchSetting({ enabled: flags.isEnabled, observe: flags.isObserving });
}
