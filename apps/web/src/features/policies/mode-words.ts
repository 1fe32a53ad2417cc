import type { HandoffMode } from "@baton/core";
import type { HandoffRule } from "@baton/core/policy";

/** Describes the effect of each mode in a sentence. */
export const MODE_WORDS: Record<HandoffMode, string> = {
  full: "All fields pass except blocked ones: prior outputs, observations and the original input.",
  scoped:
    "Only the allowed fields of the sender's output pass. Observations and the original input also pass. Blocked fields are removed everywhere.",
  minimal: "Only the IDs of the original input pass.",
};

/** Formats the number of fields: "4 allowed, 2 blocked". Allowed fields count only in mode scoped. */
export function describeFields({
  handoff_mode,
  allowed_context_fields: allowed,
  blocked_context_fields: blocked,
}: Pick<HandoffRule, "handoff_mode" | "allowed_context_fields" | "blocked_context_fields">) {
  const allowedWords =
    handoff_mode === "minimal"
      ? "input IDs only"
      : handoff_mode === "full" || allowed === undefined
        ? "all"
        : `${allowed.length} allowed`;
  return blocked.length > 0 ? `${allowedWords}, ${blocked.length} blocked` : allowedWords;
}
