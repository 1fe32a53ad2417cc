export { HOOK_EVENTS, type HookCall, runHook } from "./run-hook";
export { HOOK_NAMES, runHookCommand } from "./run-hook-command";
