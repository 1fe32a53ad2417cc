export { HOOK_NAMES, type HookCall, type HookName, runHook } from "./run-hook";
