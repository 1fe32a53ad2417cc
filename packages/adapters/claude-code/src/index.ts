export { HOOK_NAMES, type HookCall, type HookName, runHook } from "./run-hook";
export { runHookCommand } from "./run-hook-command";
