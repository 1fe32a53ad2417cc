import type { CompiledPolicy } from "@baton/core";
import { redactText } from "@baton/core/internal";
import { ANY_AGENT } from "@baton/core/policy";

/** Names and settings of the tools that address agents; all other texts are what the agent receives. */
const SETTINGS = new Set([
  "subagent_type",
  "model",
  "name",
  "team_name",
  "to",
  "recipient",
  "type",
  "mode",
  "isolation",
  "resume",
]);

export interface CheckedInput {
  /** The input without what the policy forbids; the same reference if nothing changes. */
  readonly input: Record<string, unknown>;
  /** Paths of removed fields, such as `prompt.ssn`. */
  readonly fieldsFiltered: readonly string[];
  /** True if a rule refuses the handoff as a whole. */
  readonly isBlocked: boolean;
}

/** Returns true if a content rule of the policy could change or refuse what one agent sends to another. */
function hasContentRule(policy: CompiledPolicy, { from, to }: { from: string; to: string }): boolean {
  const names = (id: string, agent: string) => id === ANY_AGENT || id === agent;
  return (policy.index?.policy.content_rules ?? []).some(
    ({ action, from_agent_id, to_agent_id }) =>
      action !== "flag" && names(from_agent_id, from) && names(to_agent_id, to),
  );
}

/**
 * Checks every text in the input of a tool that addresses an agent.
 *
 * @throws if a content rule applies: texts cannot be checked against those yet, and must not pass unchecked.
 */
export function checkInput(
  policy: CompiledPolicy,
  pair: { from: string; to: string; now: number },
  input: Record<string, unknown>,
): CheckedInput {
  if (hasContentRule(policy, pair)) throw new Error("content rules are not supported yet");
  const fieldsFiltered: string[] = [];
  const check = (value: unknown, path: string): unknown => {
    if (typeof value === "string") {
      const checked = redactText(policy, { ...pair, text: value, path });
      fieldsFiltered.push(...checked.fieldsFiltered);
      return checked.text;
    }
    if (Array.isArray(value)) return value.map((element) => check(element, `${path}[]`));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, check(field, `${path}.${key}`)]),
    );
  };
  const checked = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, SETTINGS.has(key) ? value : check(value, key)]),
  );
  const isChanged = fieldsFiltered.length > 0;
  return { input: isChanged ? checked : input, fieldsFiltered, isBlocked: false };
}

/** Returns the texts of an input that an agent receives, for their size. */
export function textsOf(input: Record<string, unknown>): string {
  return ["prompt", "message", "content"]
    .flatMap((key) => (typeof input[key] === "string" ? [input[key]] : []))
    .slice(0, 1)
    .join("");
}
