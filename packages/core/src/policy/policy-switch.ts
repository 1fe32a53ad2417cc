import { z } from "zod";
import type { Finding } from "../finding";
import { findIssues } from "./schema-findings";

/**
 * The master switch, `multi_agent_handoffs` of a system configuration. Off by default. `observe` passes every
 * context unchanged and records what enforcement would have done.
 */
export const PolicySwitch = z.object({
  enabled: z
    .boolean()
    .nullish()
    .transform((enabled) => enabled ?? false),
  observe: z
    .boolean()
    .nullish()
    .transform((observe) => observe ?? false),
});
export type PolicySwitch = z.infer<typeof PolicySwitch>;

const SystemConfig = z.object({ multi_agent_handoffs: PolicySwitch.nullish() });

export type ParsedSwitch = { ok: true; switch: PolicySwitch } | { ok: false; findings: Finding[] };

/**
 * Parses the switch of a system configuration.
 *
 * @param systemConfig whole configuration as parsed JSON; ignores its other sections.
 * @returns the switch, off if the section or a flag is absent or `null`; or findings if it is invalid.
 */
export function parseSwitch(systemConfig: unknown): ParsedSwitch {
  const parsed = SystemConfig.safeParse(systemConfig);
  if (!parsed.success)
    return { ok: false, findings: findIssues(parsed.error, systemConfig, "malformed_switch") };
  return { ok: true, switch: parsed.data.multi_agent_handoffs ?? { enabled: false, observe: false } };
}
