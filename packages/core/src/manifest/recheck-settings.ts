import { type Finding, sortWorstFindings } from "../finding";
import { type AgentToCheck, checkAgent } from "./checks/content";
import { checkSizes, type SizesToCheck } from "./checks/sizes";

/** Findings that depend on the limits or the known agents. */
const CODES: readonly string[] = [
  "manifest_too_large",
  "manifest_near_limit",
  "required_reading_too_large",
  "handoff_too_large",
  "unknown_agent",
];

/**
 * Returns the findings of a validated manifest under other limits and known agents; those that depend on neither stay.
 *
 * @param manifest its sizes, files and agent, as found at the validation.
 */
export function recheckSettings(
  findings: readonly Finding[],
  manifest: SizesToCheck & AgentToCheck,
): Finding[] {
  const others = findings.filter(({ code }) => !CODES.includes(code));
  return sortWorstFindings([...others, ...checkAgent(manifest), ...checkSizes(manifest)]);
}
